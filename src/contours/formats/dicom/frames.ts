/** Places and segments of the frames of a DICOM Segmentation. */
import { because } from '../../../core/reasons.js';
import { type Dataset, itemOf, itemsOf, numberOf, textOf } from '../../../image/formats/dicom/dataset.js';
import { badImport } from '../features.js';
import type { Pixels } from './pixels.js';

/** A frame: its first pixel, counted from 0, and its segment, 0 in a label map. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly segment: number;
  readonly index: number;
}

/** Farthest that a pixel may lie: sides of the matrix have 32 bits. */
const FARTHEST = 2 ** 32;

/** @throws SegmenterError `bad-import` where a frame has no position, or overlaps another */
export const framesOf = (data: Dataset, { rows, columns, frames }: Pixels, type: string): readonly Frame[] => {
  const groups = itemsOf(data, '52009230');
  const shared = itemOf(data, '52009229');
  const full = textOf(data, '00209311') === 'TILED_FULL';
  const across = Math.max(1, Math.ceil(numberOf(data, '00480006') / columns) || 1);
  const down = Math.max(1, Math.ceil(numberOf(data, '00480007') / rows) || 1);
  if (!full && groups.length !== frames && frames > 1)
    throw badImport(
      because(
        'dicom-frame-count',
      )`its NumberOfFrames is ${frames}, and PerFrameFunctionalGroupsSequence has ${groups.length} items`,
    );
  const taken = new Set<string>();
  return Array.from({ length: frames }, (_, index): Frame => {
    const group = groups[index] ?? {};
    const own = (tag: string): Dataset => itemsOf(group, tag)[0] ?? itemOf(shared, tag);
    const identified = numberOf(own('0062000A'), '0062000B');
    const segment = full && Number.isNaN(identified) ? Math.floor(index / (across * down)) + 1 : identified || 1;
    const place = own('0048021A');
    const column = full ? (index % across) * columns + 1 : numberOf(place, '0048021E') || 1;
    const row = full ? (Math.floor(index / across) % down) * rows + 1 : numberOf(place, '0048021F') || 1;
    if (![segment, column, row].every((value) => Number.isSafeInteger(value) && Math.abs(value) < FARTHEST))
      throw badImport(
        because('dicom-frame-place')`frame ${index + 1} lies at column ${column}, row ${row}, of segment ${segment}`,
      );
    const frame = { x: column - 1, y: row - 1, segment: type === 'LABELMAP' ? 0 : segment, index };
    const key = `${frame.segment} ${frame.x} ${frame.y}`;
    if (taken.has(key))
      throw badImport(
        because(
          'dicom-volume',
        )`frames of segment ${segment} lie over one another at column ${column}, row ${row}: segmentations of volumes are not read`,
      );
    taken.add(key);
    return frame;
  });
};

/**
 * Groups of adjacent frames, since an object may extend over several of them. One group of all frames where they do not lie
 * on one grid.
 */
export const adjacent = (
  frames: readonly Frame[],
  { rows, columns }: Pick<Pixels, 'rows' | 'columns'>,
): readonly (readonly Frame[])[] => {
  const [first] = frames;
  if (!first) return [];
  const onGrid = frames.every(({ x, y }) => (x - first.x) % columns === 0 && (y - first.y) % rows === 0);
  if (!onGrid) return [frames];
  const left = new Map(frames.map((frame) => [`${frame.x} ${frame.y}`, frame]));
  const groups: Frame[][] = [];
  for (const start of frames) {
    if (!left.delete(`${start.x} ${start.y}`)) continue;
    const group = [start];
    for (const { x, y } of group) {
      for (const key of [`${x - columns} ${y}`, `${x + columns} ${y}`, `${x} ${y - rows}`, `${x} ${y + rows}`]) {
        const next = left.get(key);
        if (!next) continue;
        left.delete(key);
        group.push(next);
      }
    }
    groups.push(group);
  }
  return groups;
};
