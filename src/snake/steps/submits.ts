/** Records the steps of one evolution and submits them. */
import type { Executor } from '../../compute/executor.js';
import { Recording } from '../../compute/recording.js';
import { G, S, stateWords } from '../kernels/shared/layout.js';
import { chunkGeometry } from '../tables/chunks.js';
import { type Checkpoint, resume, resumingWords, someWaitForRoom } from './checkpoint.js';
import { programsIn, type RecordingSpace, recordStep, roomFor, type StepForm, stepForm } from './step.js';

/** What the steps of one evolution work on. */
export interface StepSpace extends RecordingSpace {
  readonly executor: Executor;
}

/** Options of the submits of one evolution. */
export interface SubmitOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether `waiting` is read back with the rings. */
  readonly readsWaiting: boolean;
}

/** The submits of one evolution, each with the words that were written since the last. */
export class Submits {
  #recording = new Recording();
  /** The room that the state on the device has. */
  #room: number | undefined;
  /** The checkpoint that the next submit restores. */
  #resuming: Checkpoint | undefined;
  /** Recordings of one step, by room and form. */
  readonly #steps = new Map<string, Recording>();

  constructor(
    private readonly space: StepSpace,
    private readonly options: SubmitOptions,
  ) {
    const { tables, buffers, geometry } = space;
    this.#recording.write(buffers.geometry, geometry);
    for (const chunk of tables.chunks.slice(1)) this.#recording.write(chunk.geometry, chunkGeometry(geometry, chunk));
  }

  /** Lets the next submit begin with these words. */
  begin({ state, ring }: { readonly state: Uint32Array; readonly ring: Uint32Array }): void {
    const { buffers } = this.space;
    this.#recording.write(buffers.state, state).write(buffers.ring, ring);
    this.#room = undefined;
  }

  /** Lets the next submit continue from a checkpoint, whatever was submitted before. */
  resume(checkpoint: Checkpoint): void {
    this.begin(resumingWords(this.space.geometry, checkpoint));
    this.#resuming = checkpoint;
  }

  /**
   * Submits steps, and reads the contours back.
   * @param rings those of the last batch that was read, or of the start
   * @param last that batch, where there is one
   */
  launch(steps: number, rings: readonly (readonly number[])[], last: Checkpoint | undefined): Flight {
    const { executor, tables, buffers, geometry } = this.space;
    const { signal, readsWaiting } = this.options;
    const capacity = geometry[G.capacity]!;
    const contours = rings.length;
    const vertices = Math.max(...rings.map((ring) => ring.length / 2));
    const room = roomFor(geometry, vertices, last !== undefined && someWaitForRoom(geometry, last));
    this.#giveRoom(room, contours);
    const short = executor.backend !== 'cpu' && mostRows(rings) <= SHORT_ROWS;
    const form = stepForm(executor, tables, geometry, room, short);
    const step = this.#stepOf(room, form);
    const recording = this.#recording;
    if (this.#resuming) recording.append(step).append(resume(buffers, geometry, this.#resuming, room));
    this.#resuming = undefined;
    for (let n = 0; n < steps; n++) recording.append(step);
    recording.read(buffers.state);
    const length = Math.min(capacity, Math.max(room, vertices));
    for (let contour = 0; contour < contours; contour++) {
      recording.read(buffers.ring, 2 * length, 2 * capacity * contour);
    }
    for (let contour = 0; contour < contours && readsWaiting; contour++) {
      recording.read(buffers.waiting, length, capacity * contour);
    }
    const flight = new Flight(executor.submit(recording, signal), contours);
    this.#recording = new Recording();
    // Compiled behind what the submit itself waits for; a later submit takes this faster form.
    const { backend, limits } = executor;
    const wanted = stepForm({ backend, limits }, tables, geometry, room, short);
    if (form !== wanted) executor.prepare(programsIn(this.#stepOf(room, wanted))).catch(() => {});
    return flight;
  }

  #giveRoom(room: number, contours: number): void {
    const { buffers, geometry } = this.space;
    if (room === this.#room) return;
    const words = stateWords(geometry[G.moments]!);
    for (let contour = 0; contour < contours; contour++) {
      this.#recording.write(buffers.state, Uint32Array.of(room), contour * words + S.room);
    }
    this.#room = room;
  }

  #stepOf(room: number, form: StepForm): Recording {
    const key = `${room} ${form}`;
    const step = this.#steps.get(key) ?? recordStep(this.space, room, form);
    this.#steps.set(key, step);
    return step;
  }
}

/** A pending submit, with the times of its start and end, which do not depend on when it is awaited. */
export class Flight {
  readonly launched = performance.now();
  /** 0 while it is pending. */
  landed = 0;

  constructor(
    private readonly words: Promise<Uint32Array[]>,
    private readonly contours: number,
  ) {
    const land = (): void => {
      this.landed = performance.now();
    };
    // The caller that awaits the words gets the error; this avoids an unhandled rejection when the run ends.
    words.then(land, land);
  }

  /** The contours that were read back. Rejects as `Executor.submit`. */
  async checkpoint(): Promise<Checkpoint> {
    const [state, ...found] = (await this.words) as [Uint32Array, ...Uint32Array[]];
    return { state, rings: found.slice(0, this.contours), waiting: found.slice(this.contours) };
  }
}

/** Maximum rows of an edge for which the workgroup of its vertex sums them itself. */
const SHORT_ROWS = 256;

/** Rows of the edge that crosses the most rows. */
const mostRows = (rings: readonly (readonly number[])[]): number => {
  let most = 0;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 2) most = Math.max(most, Math.abs(ring[i]! - ring[(i + 2) % ring.length]!));
  }
  return most;
};
