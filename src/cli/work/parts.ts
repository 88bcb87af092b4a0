/**
 * What remains to be done for an image once its contours are merged, in independent parts that may be repeated: each output,
 * and each block of a label mask. A finished part leaves a file. Few contours on a small image have no parts.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageFrame } from '../../contours/formats/features.js';
import { labelImage } from '../../contours/formats/streams/labels.js';
import type { ContourSet } from '../../contours/set/contour-set.js';
import { labelBlocks, packBlock } from '../../image/formats/tiff/label-blocks.js';
import type { OpenedImage } from '../../image/samples.js';
import { readBlock, writeBlock } from './block-file.js';
import { isWritten, writeOwn } from './outputs.js';
import type { Output, Work } from './work.js';

/** An output, or a block of a label mask by its number. */
export type Part =
  | { readonly kind: 'output'; readonly output: Output }
  | { readonly kind: 'block'; readonly index: number };

/** Number of contours up to which writing takes less time than distributing the work. */
const FEW = 10_000;

/** Lists the parts; those of a mask come last, so that the others do not wait for them. */
export const partsOf = ({ outputs }: Work, { width, height }: ImageFrame, contours: number): readonly Part[] => {
  const masked = outputs.some(({ format }) => format === 'labels');
  const blocks = masked ? labelBlocks(width, height).length : 0;
  if (contours <= FEW && blocks <= 1) return [];
  return [
    ...outputs.flatMap((output): readonly Part[] => (output.format === 'labels' ? [] : [{ kind: 'output', output }])),
    ...Array.from({ length: blocks }, (_, index): Part => ({ kind: 'block', index })),
  ];
};

/** The path of a block of the label mask. */
export const blockFile = ({ folder }: Pick<Work, 'folder'>, index: number): string => join(folder, `mask-${index}`);

/** Whether the file of a part exists. */
export const isPartDone = async (work: Work, part: Part): Promise<boolean> => {
  if (part.kind === 'output') return isWritten(work, part.output);
  try {
    return (await stat(blockFile(work, part.index))).isFile();
  } catch {
    return false;
  }
};

/** Writes the file of a part, unless it exists. */
export const doPart = async (work: Work, frame: ImageFrame, contours: ContourSet, part: Part): Promise<void> => {
  if (await isPartDone(work, part)) return;
  if (part.kind === 'block') {
    const block = labelBlocks(frame.width, frame.height)[part.index]!;
    await writeBlock(blockFile(work, part.index), await packBlock(labelImage(contours, frame), block));
  } else await writeOwn(work, part.output, contours, frame);
};

/** Writes an output from the files of its parts; missing parts are done now. */
export const joinOutput = async (
  work: Work,
  frame: ImageFrame,
  contours: ContourSet,
  output: Output,
): Promise<void> => {
  if (await isWritten(work, output)) return;
  const blocks = output.format === 'labels' ? labelBlocks(frame.width, frame.height) : [];
  await writeOwn(
    work,
    output,
    contours,
    frame,
    async (index) =>
      (await readBlock(blockFile(work, index))) ?? packBlock(labelImage(contours, frame), blocks[index]!),
  );
};

/** The description of an image that writers of contours need. */
export const frameOf = ({ name, width, height, placement, dicom, stack }: OpenedImage): ImageFrame => ({
  name,
  width,
  height,
  ...(placement ? { placement } : {}),
  ...(dicom ? { dicom } : {}),
  ...(stack ? { stack } : {}),
});
