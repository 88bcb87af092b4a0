/** The parts of a mask that may be objects of a model. */
import type { Border } from '../../../algorithm/evidence/box-prior.js';
import type { Size } from '../map/box-blur.js';
import { cutOff } from '../map/cut-off.js';
import { filled, opened } from '../map/mask.js';
import { apart, keepParts, THIN } from '../map/object-map.js';
import { partWork } from '../part-work.js';
import { boundsOf, isWithin, type ObjectModel } from './model.js';

interface MaskOfModel {
  readonly mask: Uint8Array;
  readonly size: Size;
  readonly model: Pick<ObjectModel, 'radius' | 'areas'>;
  /** Sides of the mask that are edges of the image. */
  readonly border: Border;
}

/** Fills holes, cuts touching objects apart, and leaves out what is too small or too large. */
export const partsOfMask = partWork('parts', async ({ mask, size, model, border }: MaskOfModel, signal) => {
  const { radius, areas } = model;
  const whole = opened(filled(mask, size, Math.PI * radius * radius), size, Math.max(1, THIN * radius));
  const its = await apart(whole, size, signal);
  const cut = cutOff(its.labels, size, border, its.areas.length);
  const serves = (area: number, label: number): number => (isWithin(area, boundsOf(areas, cut[label] === 1)) ? 1 : 0);
  keepParts(its.labels, its.areas.map(serves));
  return { labels: its.labels, areas: its.areas, ...size };
});
