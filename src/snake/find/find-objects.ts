/** Automatic object detection: a snake from the outline of each part of the image that stands out. */

import type { Geometry, Outcome, RunCommand, RunContext, RunState, Start, Task } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { correlationOver, LEAST_CORRELATION } from '../../algorithm/evidence/whiteness.js';
import { SegmenterError } from '../../core/errors.js';
import { chooseLevel } from '../../core/levels.js';
import type { Level, Rect } from '../../core/rect.js';
import { positionsOf, type Ring, signedArea } from '../../core/ring.js';
import type { Samples } from '../../image/samples.js';
import { see } from '../problem.js';
import type { SnakeParameters } from '../schema.js';
import { DOMAIN_SHARE, latticeRing } from '../starts.js';
import { CORRELATED, isOpen, settle } from '../weighing/weights.js';
import type { RunBox } from './find.js';
import { type MapPart, outline } from './map/parts.js';
import { withoutOthers } from './others.js';
import { type Sought, seek } from './sought.js';
import { Taken } from './taken.js';

/** Most pixels of the level at which parts are looked for, and of that at which each one's snake evolves. */
const SEARCHED = 2 ** 19;
const EVOLVED = 2 ** 18;
/** By how much of its size a part's bounding box is grown on every side, as a person would draw it. */
const MARGIN = 0.15;
/**
 * Nats a pixel of the outline where neighbours are alike: a chain code of three directions, as each step of an outline goes on from
 * the last one, straight or by an eighth of a turn (Freeman 1974).
 */
const LENGTH_COST = Math.log(3);
/** A found contour that lies this much in earlier ones is one of them again. */
const SAME = 0.5;

export async function* findObjects(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  runBox: RunBox,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const { levels, width, height } = context.image;
  const image: Rect = { x: 0, y: 0, width, height };
  const wanted = task.domain ?? image;
  const level = task.level ?? chooseLevel(wanted, levels, Math.min(context.pixelBudget, SEARCHED));
  const { scaleX, scaleY } = levels[level]!;
  const { samples, rect: domain } = await context.pixels(wanted, level);
  const { objects: most } = parameters;
  const sought = await seek(task, context, parameters, samples, domain, level);
  /** A part's box, grown as a person would draw it, in full-resolution pixels. */
  const onImage = ({ x, y, width: across, height: down }: MapPart): Rect => {
    const [dx, dy] = [Math.max(1, Math.round(MARGIN * across)), Math.max(1, Math.round(MARGIN * down))];
    return {
      x: (domain.x + x - dx) * scaleX,
      y: (domain.y + y - dy) * scaleY,
      width: (across + 2 * dx) * scaleX,
      height: (down + 2 * dy) * scaleY,
    };
  };
  const its = await weighedOver(samples, sought, parameters, context.signal);
  const taken = new Taken(domain, scaleX, scaleY);
  const contours: Outcome['contours'][number][] = [];
  const rings: Ring[] = [];
  let details: Outcome['details'];
  let finish = false;
  for (const found of sought.parts) {
    if (contours.length === most || finish) break;
    const box = onImage(found);
    const fine = task.level ?? chooseLevel(grown(box, DOMAIN_SHARE, image), levels, EVOLVED);
    const bounds = task.domain && wholePixels(task.domain, levels[fine]!);
    const rect = grown(box, 0, bounds ?? image);
    const around = grown(rect, DOMAIN_SHARE, bounds ?? image);
    const ring = positionsOf(outline(sought.labels, sought, found)).map(
      ([x, y]) => [(domain.x + x) * scaleX, (domain.y + y) * scaleY] as const,
    );
    // Of a part whose pixels meet at a corner the outline touches itself: its box serves.
    const simple = latticeRing(ring, domain, scaleX, scaleY) !== undefined;
    const start: Start = simple ? { kind: 'polygon', rings: [[...ring, ring[0]!]] } : { kind: 'box', rect };
    const alone = withoutOthers(context, sought.labels, found.label, domain, levels[level]!);
    const inner = runBox({ ...task, start, domain: around, level: fine }, its, alone);
    let outcome: Outcome | undefined;
    let word: RunCommand = 'go';
    try {
      while (outcome === undefined) {
        const { done, value } = await inner.next(word);
        if (done) outcome = value;
        else {
          word = yield { ...value, rings: [...rings, value.ring], done: contours.length / most };
          finish ||= word === 'finish';
        }
      }
    } catch (error) {
      if (isOfThePart(error)) continue;
      throw error;
    } finally {
      await inner.return({ contours: [] });
    }
    const contour = { ...outcome.contours[0]!, ...sought.about(found) };
    const area = areaOf(contour.geometry) / (scaleX * scaleY);
    const [least, largest] = sought.areas;
    if (area < least || area > largest || taken.take(contour.geometry) > SAME) continue;
    contours.push(contour);
    rings.push(ringOf(contour.geometry));
    details ??= outcome.details;
  }
  const { model } = sought;
  return { contours, details: model === undefined ? details : { ...details, objectModel: model } };
}

/**
 * The parameters of every part's snake. Whether neighbours are alike is a fact of the image: it is told from all parts and all
 * of the background, of which a single small object has too few pixels.
 */
const weighedOver = async (
  samples: Samples,
  { labels, width }: Sought,
  parameters: SnakeParameters,
  signal: AbortSignal,
): Promise<SnakeParameters> => {
  if (!isOpen(parameters) || labels.length === 0) return parameters;
  const { channel } = await see(samples, parameters, signal);
  if (channel.kind === 'codes') return parameters;
  const insideOf = (first: number, rows: number): Uint8Array =>
    Uint8Array.from(labels.subarray(first * width, (first + rows) * width), (label) => (label === 0 ? 0 : 1));
  const correlation = await correlationOver(channel, insideOf);
  if (correlation < LEAST_CORRELATION) return parameters;
  const { lengthCost, model } = parameters;
  return settle(
    {
      ...parameters,
      model: model === 'auto' ? CORRELATED.model : model,
      lengthCost: lengthCost === 'auto' ? LENGTH_COST : lengthCost,
    },
    { independent: false, correlation },
  );
};

/** A part may be too small for a snake, too even, or not of the polarity asked for; the others are none the worse. */
const isOfThePart = (error: unknown): boolean =>
  error instanceof SegmenterError &&
  (error.code === 'bad-init' ||
    error.code === 'nothing-found' ||
    (error.code === 'bad-parameter' && error.values.name === 'polarity'));

/** The pixels of a level that lie wholly in a rectangle of full-resolution pixels, as such a rectangle; itself where none does. */
const wholePixels = (rect: Rect, { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>): Rect => {
  const x = Math.ceil(rect.x / scaleX) * scaleX;
  const y = Math.ceil(rect.y / scaleY) * scaleY;
  const width = Math.floor((rect.x + rect.width) / scaleX) * scaleX - x;
  const height = Math.floor((rect.y + rect.height) / scaleY) * scaleY - y;
  return width > 0 && height > 0 ? { x, y, width, height } : rect;
};

const ringOf = (geometry: Geometry): Ring =>
  geometry.type === 'Polygon' ? geometry.coordinates[0]!.slice(0, -1).flat() : [];

const areaOf = (geometry: Geometry): number =>
  geometry.type === 'Polygon' ? Math.abs(signedArea(geometry.coordinates[0]!)) : 0;
