/** Lines by multiple-directional non-maximum suppression as the engine knows them (ALGORITHMS C and D.8). */
import type { Algorithm, Outcome, Picture, Ring, RunContext, RunState, Task, Word } from '../worker/algorithm.js';
import { throwIfAborted } from '../worker/errors.js';
import { pause } from '../worker/pause.js';
import { findLines, type LineFilter, type Network } from './network.js';
import { detect, type Progress } from './optimiser.js';
import { type Frame, flatLine, outcomeOf } from './outcome.js';
import { ResponsePicture } from './picture.js';
import { outsidePolygon } from './polygon-mask.js';
import type { LineResponse } from './response.js';
import { type Detected, ResponseCache } from './response-cache.js';
import { openScene, type Scene } from './scene.js';
import { type LineParameters, readParameters, schema } from './schema.js';

export const linearFeatures: Algorithm = { id: 'linear-features', title: 'Linear features', schema, run };

/** A run with other thresholds alone takes the last detection as it is. */
const cache = new ResponseCache();

async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, Word> {
  const parameters = readParameters(task.parameters);
  const { signal, image, pixelBudget } = context;
  const { init, domain, level: wanted, slice } = task;
  const key = JSON.stringify([init, domain, wanted, slice, pixelBudget, parameters.detection]);
  const known = cache.get(image.levels, key);
  const scene: Scene | Detected['scene'] = known?.scene ?? (await openScene(task, context, parameters.detection));
  const { level, region, scaleX, scaleY } = scene;
  const frame: Frame = { ...region, scaleX, scaleY, placement: image.placement };
  const strength = known?.strength ?? new ResponsePicture(frame);
  let response = known?.response;
  let complete = known !== undefined;
  if (scene.planes) {
    const shown: Ring[] = [];
    for await (const progress of detect(context.executor, scene, parameters.tile, signal)) {
      response = progress.response;
      complete = progress.done === 1;
      // With a single tile the lines themselves come next.
      if (complete && progress.tile.width === region.width && progress.tile.height === region.height) break;
      const network = await preview(progress, parameters.filter, signal);
      strength.add(response, progress.tile, network.clutter);
      shown.push(...network.lines.map((line) => flatLine(line, frame, progress.tile.x, progress.tile.y)));
      if ((yield stateOf(shown, progress.done * 0.9, level, strength.picture)) === 'finish') break;
    }
  }
  throwIfAborted(signal);
  const inside = masked(response!, outsidePolygon(task.init, frame));
  const network = await findLines(inside, parameters.filter, () => breathe(signal));
  if (strength.empty) strength.add(response!, { ...region, x: 0, y: 0 }, network.clutter);
  if (complete && !known) {
    cache.set(image.levels, key, { scene: { ...scene, planes: undefined }, response: response!, strength });
  }
  const outcome = outcomeOf(network, frame, parameters, metadataOf(scene, network, frame));
  yield stateOf(
    network.lines.map((line) => flatLine(line, frame)),
    1,
    level,
    strength.picture,
  );
  const details = { ...outcome.details, ...(parameters.keepResponse && { response: inside, frame }) };
  return { ...outcome, details };
}

/**
 * The lines of a response that is at hand (`details.response` and `details.frame` of a run with `keepResponse`) under
 * other thresholds; no kernel runs.
 */
export const refilter = async (
  response: LineResponse,
  frame: Frame,
  parameters: Task['parameters'],
  signal?: AbortSignal,
): Promise<Outcome> => {
  const checked: LineParameters = readParameters(parameters);
  const network = await findLines(response, checked.filter, () => breathe(signal));
  return outcomeOf(network, frame, checked, {});
};

const breathe = async (signal: AbortSignal | undefined): Promise<void> => {
  await pause();
  throwIfAborted(signal);
};

/** The lines of one tile alone, without links. */
const preview = ({ response, tile }: Progress, filter: LineFilter, signal: AbortSignal): Promise<Network> => {
  const words = new Uint32Array(tile.width * tile.height);
  const samples = response.samples instanceof Uint8Array ? new Uint8Array(words.length) : new Uint16Array(words.length);
  for (let y = 0; y < tile.height; y++) {
    const from = (tile.y + y) * response.width + tile.x;
    words.set(response.words.subarray(from, from + tile.width), y * tile.width);
    samples.set(response.samples.subarray(from, from + tile.width), y * tile.width);
  }
  const { width, height } = tile;
  const part: LineResponse = { width, height, orientations: response.orientations, words, samples };
  return findLines(part, { ...filter, gap: 0 }, () => breathe(signal));
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
  { level, record, noise, packing, scaleX, scaleY }: Omit<Scene, 'planes'>,
  { clutter }: Network,
  frame: Frame,
): Record<string, string> => ({
  ...record,
  level: String(level),
  domain: JSON.stringify({
    x: frame.x * scaleX,
    y: frame.y * scaleY,
    width: frame.width * scaleX,
    height: frame.height * scaleY,
  }),
  'noise measured': noise.toFixed(3),
  'clutter measured': String(clutter),
  'sample range': JSON.stringify([packing.from, packing.to]),
});
