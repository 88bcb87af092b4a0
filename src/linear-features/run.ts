/** A run of the line detector (ALGORITHMS C and D.8). */

import type { Outcome, Picture, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { domainRecord } from '../algorithm/domain.js';
import { throwIfAborted } from '../core/errors.js';
import { pause } from '../core/pause.js';
import type { Ring } from '../core/ring.js';
import { findLines, type LineFilter, type LineMeans, type Network } from './network/network.js';
import { flatLine, type LineFrame, outcomeOf } from './outcome.js';
import { outsidePolygon } from './polygon-mask.js';
import { type DetectionProgress, detect } from './response/optimiser.js';
import { ResponsePicture } from './response/picture.js';
import type { LineResponse } from './response/response.js';
import { type Detected, ResponseCache } from './response/response-cache.js';
import { readParameters } from './schema.js';
import { type LineWorkspace, openLineWorkspace } from './workspace.js';

export { prepare } from './prepare.js';

/** Runs a task: detects lines tile by tile, links them and measures them. */
export async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  const parameters = readParameters(task.parameters);
  const { signal, image, pixelBudget } = context;
  const { start, domain, level: wanted, slice } = task;
  const means: LineMeans = { executor: context.executor, owner: image.levels, signal, breathe: () => breathe(signal) };
  const key = JSON.stringify([start, domain, wanted, slice, pixelBudget, parameters.detection]);
  // A run with other thresholds alone takes the last detection as it is.
  const cache = ResponseCache.of(context.engine);
  const known = cache.get(image.levels, key);
  const workspace: LineWorkspace | Detected['workspace'] =
    known?.workspace ?? (await openLineWorkspace(task, context, parameters.detection));
  const { level, region, scaleX, scaleY } = workspace;
  const frame: LineFrame = { ...region, scaleX, scaleY, placement: image.placement };
  const strength = known?.strength ?? new ResponsePicture(frame);
  let response = known?.response;
  let complete = known !== undefined;
  if (workspace.planes) {
    const shown: Ring[] = [];
    const previews = new Previews();
    for await (const progress of detect(context.executor, workspace, parameters.tile, signal)) {
      response = progress.response;
      complete = progress.done === 1;
      // After the last tile the lines themselves come next.
      if (complete && progress.tile.width === region.width && progress.tile.height === region.height) break;
      const network = complete ? undefined : await previews.of(progress, parameters.filter, means);
      strength.add(response, progress.tile, network?.clutter ?? 0);
      for (const line of network?.lines ?? []) shown.push(flatLine(line, frame, progress.tile.x, progress.tile.y));
      if ((yield stateOf(shown, progress.done * 0.9, level, strength.picture)) === 'finish') break;
    }
  }
  throwIfAborted(signal);
  const inside = masked(response!, outsidePolygon(start, frame));
  const network = await findLines(inside, parameters.filter, means);
  if (strength.empty) strength.add(response!, { ...region, x: 0, y: 0 }, network.clutter);
  if (complete && !known) {
    cache.set(image.levels, key, { workspace: { ...workspace, planes: undefined }, response: response!, strength });
  }
  const outcome = outcomeOf(network, frame, parameters, metadataOf(workspace, network, frame));
  yield stateOf(
    network.lines.map((line) => flatLine(line, frame)),
    1,
    level,
    strength.picture,
  );
  const details = { ...outcome.details, ...(parameters.keepResponse && { response: inside, frame }) };
  return { ...outcome, details };
}

const breathe = async (signal: AbortSignal | undefined): Promise<void> => {
  await pause();
  throwIfAborted(signal);
};

/** The lines of tiles that are shown while the others are searched. */
class Previews {
  readonly #began = performance.now();
  /** Milliseconds that all have taken. */
  #spent = 0;

  /** The first tile's, and of later ones as many as take a tenth of the time: a fast device would wait for more. */
  async of(progress: DetectionProgress, filter: LineFilter, means: LineMeans): Promise<Network | undefined> {
    const began = performance.now();
    if (10 * this.#spent > began - this.#began) return undefined;
    const network = await preview(progress, filter, means);
    this.#spent += performance.now() - began;
    return network;
  }
}

/** The lines of one tile alone, without links and widths. */
const preview = ({ response, tile }: DetectionProgress, filter: LineFilter, means: LineMeans): Promise<Network> => {
  const words = new Uint32Array(tile.width * tile.height);
  const samples = response.samples instanceof Uint8Array ? new Uint8Array(words.length) : new Uint16Array(words.length);
  for (let y = 0; y < tile.height; y++) {
    const from = (tile.y + y) * response.width + tile.x;
    words.set(response.words.subarray(from, from + tile.width), y * tile.width);
    samples.set(response.samples.subarray(from, from + tile.width), y * tile.width);
  }
  const { width, height } = tile;
  const part: LineResponse = { width, height, orientations: response.orientations, words, samples };
  return findLines(part, { ...filter, gap: 0, widthReach: 0 }, means);
};

/** Lower is better: the more line, the lower. */
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

/** Without the marks of pixels outside a polygon. */
const masked = (response: LineResponse, outside: Uint8Array | undefined): LineResponse =>
  outside ? { ...response, samples: response.samples.map((value, i) => (outside[i] === 1 ? 0 : value)) } : response;

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
