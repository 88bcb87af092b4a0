/** A run of the line detector (ALGORITHMS C and D.8). */

import type { Outcome, Picture, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { domainRecord } from '../algorithm/domain.js';
import { throwIfAborted } from '../core/errors.js';
import type { Ring } from '../core/geometry/ring.js';
import { pause } from '../core/pause.js';
import { flatLines, type LineFrame } from './columns.js';
import { findLines, type LineFilter, type Network } from './network/network.js';
import type { LineMeans } from './network/thinned.js';
import { outcomeOf, type Shown } from './outcome.js';
import { outsidePolygon } from './polygon-mask.js';
import { detect } from './response/detect.js';
import { Detected } from './response/detected.js';
import type { ResponsePart } from './response/part.js';
import { ResponsePicture } from './response/picture.js';
import { readParameters } from './schema.js';
import { type LineWorkspace, openLineWorkspace } from './workspace.js';

export { prepare } from './prepare.js';

/** Runs a task: detects lines tile by tile, links them and measures them. */
export async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  const parameters = readParameters(task.parameters);
  const { executor, signal, image, pixelBudget } = context;
  const { start, domain, level: wanted, slice } = task;
  const key = JSON.stringify([start, domain, wanted, slice, pixelBudget, parameters.detection]);
  // A run that differs in thresholds only reuses the last detection.
  const known = Detected.take(executor, image.levels, key);
  let response = known?.response;
  let detected = known;
  try {
    const workspace: LineWorkspace | Detected['workspace'] =
      known?.workspace ?? (await openLineWorkspace(task, context, parameters.detection));
    const { level, region, scaleX, scaleY } = workspace;
    const frame: LineFrame = { ...region, scaleX, scaleY, placement: image.placement };
    const strength = known?.strength ?? new ResponsePicture(frame);
    const means: LineMeans = { signal, breathe: () => breathe(signal) };
    if (workspace.planes) {
      let complete = false;
      const shown: Ring[] = [];
      const previews = new Previews();
      /** Parts that are not in the picture yet. */
      const parts: ResponsePart[] = [];
      const pictured = async (lacking: readonly ResponsePart[]): Promise<void> => {
        for (const part of lacking) {
          await strength.add(part, strength.empty ? await parts[0]!.clutter(signal) : 0, signal);
        }
        parts.length = 0;
      };
      for await (const progress of detect(executor, workspace, parameters.tile, signal)) {
        response = progress.response;
        complete = progress.done === 1;
        const { tile } = progress;
        // The last tile needs no preview, since the lines themselves follow.
        if (complete && tile.width === region.width && tile.height === region.height) break;
        const part = response.part(tile);
        parts.push(part);
        if (!complete && !previews.needless(progress.done)) {
          const preview = await previews.of(part, parameters.filter, means);
          await pictured(parts);
          if (preview) {
            shown.push(...flatLines(preview.lines, frame, tile.x, tile.y));
            preview.lines.free();
          }
        }
        if ((yield stateOf(shown, progress.done * 0.9, level, strength.picture)) === 'finish') break;
      }
      throwIfAborted(signal);
      if (parts.length > 0) await pictured([response!.whole]);
      const outside = outsidePolygon(start, frame);
      if (outside) await response!.leaveOut(outside, signal);
      if (complete) detected = new Detected(key, { ...workspace, planes: undefined }, response!, strength);
    }
    throwIfAborted(signal);
    const { whole } = response!;
    const network = await findLines(whole, parameters.filter, means);
    const found = outcomeOf(network, frame, parameters, metadataOf(workspace, network, frame));
    network.lines.free();
    if (strength.empty) await strength.add(whole, network.clutter, signal);
    const { outcome } = found;
    yield endState(found, level, strength.picture);
    if (!parameters.keepResponse) return outcome;
    return { ...outcome, details: { ...outcome.details, response: await response!.read(signal), frame } };
  } catch (error) {
    // After an abort, for instance by a run with other thresholds, the response is still valid.
    if (!signal.aborted) detected = undefined;
    throw error;
  } finally {
    if (detected) detected.give(executor, image.levels);
    else response?.destroy();
  }
}

const breathe = async (signal: AbortSignal | undefined): Promise<void> => {
  await pause();
  throwIfAborted(signal);
};

/** Milliseconds within which a detection needs no preview, because they do not interrupt a train of thought; below, those that feel instantaneous (Nielsen 1993). */
const SOON = 1000;
const AT_ONCE = 100;

/** The lines of tiles that are shown while the others are searched. */
class Previews {
  readonly #began = performance.now();
  /** Milliseconds spent on all previews. */
  #spent = 0;

  /** Whether no preview is needed yet. @param done share of the region that is done, 0 to 1 */
  needless(done: number): boolean {
    return performance.now() - this.#began < Math.max(AT_ONCE, SOON * done);
  }

  /** The lines of the first tile, and of later tiles as long as previews take at most a tenth of the time; more would slow down a fast device. */
  async of(part: ResponsePart, filter: LineFilter, means: LineMeans): Promise<Network | undefined> {
    const began = performance.now();
    if (10 * this.#spent > began - this.#began) return undefined;
    // The lines of a single tile, without links and widths.
    const network = await findLines(part, { ...filter, gap: 0, widthReach: 0 }, means);
    this.#spent += performance.now() - began;
    return network;
  }
}

/** A state; its criterion is lower (better) the more lines there are. */
const stateOf = (rings: readonly Ring[], done: number, level: number, picture: Picture): RunState => ({
  iteration: rings.length,
  step: rings.length,
  ring: rings[0] ?? [],
  rings: rings.slice(),
  criterion: -rings.reduce((sum, ring) => sum + ring.length / 2, 0),
  level,
  done,
  picture,
});

/** The last state, whose rings are made when first read. */
const endState = ({ rings, count, points }: Shown, level: number, picture: Picture): RunState => ({
  iteration: count,
  step: count,
  get ring() {
    return rings()[0] ?? [];
  },
  get rings() {
    return rings();
  },
  criterion: -points,
  level,
  done: 1,
  picture,
});

const metadataOf = (
  { level, record, noise, packing }: Omit<LineWorkspace, 'planes'>,
  { clutter }: Network,
  frame: LineFrame,
): Record<string, string> => ({
  ...record,
  level: String(level),
  ...domainRecord(frame, frame),
  'noise measured': noise.toFixed(3),
  'clutter measured': String(clutter),
  'sample range': JSON.stringify([packing.from, packing.to]),
});
