/**
 * An outer iteration of each form as a recording, for either backend. The host decides nothing: kernels do nothing once the
 * run is over, so that several outer iterations can be recorded in advance.
 *
 * - Proposal 1: N_b launches of cycle one with N_a iterations each over the tiles that the front crosses, then one of cycle two.
 * - Proposal 2: the same over the unstable tiles among them; when the run is over, a last cycle two over the whole front.
 * - Sequential: every iteration is a launch of its own, cycle one over the unstable tiles, cycle two over the front. As a tile without
 *   an unstable cell cannot change in one iteration, and halos are then never stale, this gives the masks of `BitForm`.
 */
import type { BackendName } from '../../compute/executor.js';
import { type Kernel, Recording } from '../../compute/recording.js';
import { levelSetClassify } from '../kernels/level_set_classify.js';
import { levelSetCommit } from '../kernels/level_set_commit.js';
import { levelSetCycleOne } from '../kernels/level_set_cycle_one.js';
import { levelSetCycleTwo } from '../kernels/level_set_cycle_two.js';
import { levelSetDecide } from '../kernels/level_set_decide.js';
import { levelSetFront } from '../kernels/level_set_front.js';
import { levelSetListFront } from '../kernels/level_set_list_front.js';
import { levelSetListUnstable } from '../kernels/level_set_list_unstable.js';
import { levelSetMoments } from '../kernels/level_set_moments.js';
import { levelSetSettle } from '../kernels/level_set_settle.js';
import { levelSetSpeedTable } from '../kernels/level_set_speed_table.js';
import { levelSetStopTest } from '../kernels/level_set_stop_test.js';
import { Skip, STATUS_WORDS } from '../kernels/shared/layout.js';
import type { LevelSetProblem } from '../problem.js';
import { regionWords } from '../speed/moments.js';
import type { LevelSetBuffers } from './device-buffers.js';
import type { Tiling } from './tiles.js';

/**
 * Numbers of workgroups that share a list. A kernel is compiled for their number; a GPU uses only these two, which are compiled before
 * the first run. Workgroups without work return at once.
 */
export const SHARES = [128, 2048] as const;
const LANES = 64;

/** The number of workgroups that share a list of tiles. */
export const sharesOf = ({ count, words }: Tiling, backend: BackendName): number => {
  const [few, many] = SHARES;
  const needed = Math.min(many, Math.ceil((count * words) / LANES));
  if (backend === 'cpu') return needed;
  return needed <= few ? few : many;
};

/** Recordings of the outer iterations of one problem. */
export class DeviceSteps {
  readonly #adaptive: boolean;

  constructor(
    private readonly problem: LevelSetProblem,
    private readonly buffers: LevelSetBuffers,
    private readonly tiling: Tiling,
    /** Workgroups: of `SHARES`, or any other number, which changes no mask. */
    private readonly groups: number,
  ) {
    this.#adaptive = problem.speed.kind !== 'range';
  }

  /** The first commands: the moments of the start, or the planes of a constant speed. */
  begin(): Recording {
    const { buffers } = this;
    const recording = new Recording();
    const whole = { ...buffers, active_: buffers.everything, list: buffers.everything };
    if (this.#adaptive) {
      const region = regionWords(this.problem.field.planes.length);
      this.#shared(recording, levelSetMoments, whole, { region: 0 });
      this.#shared(recording, levelSetMoments, { ...whole, next: buffers.domain }, { region });
    } else this.#shared(recording, levelSetClassify, whole);
    return this.#commit(recording, whole);
  }

  /** One outer iteration. */
  outer(recording: Recording): Recording {
    const { schedule, form } = this.problem;
    const sequential = form === 'sequential';
    const launches = sequential ? schedule.dataIterations : schedule.launches;
    const iterations = sequential ? 1 : schedule.dataIterations;
    for (let launch = 0; launch < launches; launch++) {
      this.#prepare(recording, launch > 0, true);
      this.#shared(recording, levelSetCycleOne, this.buffers, { iterations });
      this.#move(recording, this.buffers);
    }
    this.#prepare(recording, true, false);
    const smoothing = schedule.smoothingIterations;
    const front = { ...this.buffers, active_: this.buffers.list };
    if (sequential) {
      for (let i = 0; i < smoothing; i++) {
        if (i > 0) this.#listFront(recording, Skip.over);
        this.#shared(recording, levelSetCycleTwo, front, { iterations: 1 });
        this.#move(recording, front);
      }
    } else if (smoothing > 0) {
      const over = form === 'proposal-1' ? front : this.buffers;
      this.#shared(recording, levelSetCycleTwo, over, { iterations: smoothing });
      this.#move(recording, over);
    }
    recording.dispatch(levelSetSettle, this.#bind(levelSetSettle, this.buffers), [this.groups, 1, 1], {
      groups: this.groups,
    });
    const counted = sequential ? smoothing : Math.min(1, smoothing);
    return this.#single(recording, levelSetDecide, { launches: counted });
  }

  /** After the last outer iteration: proposal 2's smoothing of the whole front. */
  end(recording: Recording): Recording {
    const { schedule, form } = this.problem;
    if (form !== 'proposal-2' || schedule.smoothingIterations === 0) return recording;
    const front = { ...this.buffers, active_: this.buffers.list };
    this.#listFront(recording, 0);
    this.#shared(recording, levelSetCycleTwo, front, { iterations: schedule.smoothingIterations });
    return this.#move(recording, front);
  }

  /** Status, mask and moments, in this order. */
  read(recording: Recording): Recording {
    recording.read(this.buffers.status, STATUS_WORDS).read(this.buffers.mask);
    return this.#adaptive ? recording.read(this.buffers.moments) : recording;
  }

  /** Lists and planes of the current mask; `tests` says whether the stop condition may now end cycle one. */
  #prepare(recording: Recording, tests: boolean, launches: boolean): void {
    this.#listFront(recording, Skip.over | Skip.stopped);
    if (this.#adaptive) {
      const entries = this.buffers.tables.byteLength / 4;
      const bound = this.#bind(levelSetSpeedTable, this.buffers);
      recording.dispatch(levelSetSpeedTable, bound, [entries / LANES, 1, 1]);
      this.#shared(recording, levelSetClassify, this.buffers);
    }
    this.#shared(recording, levelSetStopTest, this.buffers);
    this.#single(recording, levelSetListUnstable, { tests: Number(tests), launches: Number(launches) });
  }

  #listFront(recording: Recording, skips: number): void {
    const groups = Math.ceil(this.tiling.count / 32);
    recording.dispatch(levelSetFront, this.#bind(levelSetFront, this.buffers), [groups, 1, 1], { skips });
    this.#single(recording, levelSetListFront, { skips });
  }

  /** Replaces the current cells of `active_` by the next ones. */
  #move(recording: Recording, buffers: LevelSetBuffers): Recording {
    if (this.#adaptive) this.#shared(recording, levelSetMoments, buffers, { region: 0 });
    return this.#commit(recording, buffers);
  }

  #commit(recording: Recording, buffers: LevelSetBuffers): Recording {
    return this.#shared(recording, levelSetCommit, buffers);
  }

  #shared(
    recording: Recording,
    kernel: Kernel,
    buffers: LevelSetBuffers,
    constants: Readonly<Record<string, number>> = {},
  ): Recording {
    const { groups } = this;
    return recording.dispatch(kernel, this.#bind(kernel, buffers), [groups, 1, 1], { ...constants, groups });
  }

  #single(recording: Recording, kernel: Kernel, constants: Readonly<Record<string, number>>): Recording {
    return recording.dispatch(kernel, this.#bind(kernel, this.buffers), [1, 1, 1], constants);
  }

  #bind(kernel: Kernel, buffers: LevelSetBuffers): Record<string, LevelSetBuffers[keyof LevelSetBuffers]> {
    const all: Readonly<Record<string, LevelSetBuffers[keyof LevelSetBuffers]>> = buffers;
    return Object.fromEntries(kernel.bindings.map(({ name }) => [name, all[name]!]));
  }
}
