/** `info`: describes an image and what will be read of it. */

import { RECIPE_VERSION } from '../../contours/recipe/recipe.js';
import { RECIPE_TYPE } from '../../contours/recipe/recipe-type.js';
import { codedError } from '../../core/errors.js';
import type { OpenedImage, Placement } from '../../image/samples.js';
import { exitCodes } from '../exit-codes.js';
import { count } from '../terminal/words.js';
import { openImage } from '../work/image-file.js';
import { planOf } from '../work/plan.js';

/** Options of `info`, as they were typed. */
export interface InfoOptions {
  readonly json?: boolean;
}

/** Prints the description of each image to standard output; resolves to the exit code. */
export const info = async (images: readonly string[], { json = false }: InfoOptions): Promise<number> => {
  let code: number = exitCodes.done;
  const all: object[] = [];
  for (const path of images) {
    try {
      const image = await openImage(path);
      try {
        const facts = factsOf(path, image);
        if (json) all.push(facts);
        else console.log(wordsOf(facts));
      } finally {
        image.close();
      }
    } catch (error) {
      const { message } = codedError(error);
      if (json) all.push({ image: path, error: message });
      else console.error(message);
      code = exitCodes.failed;
    }
  }
  if (json) console.log(JSON.stringify(all, null, 2));
  return code;
};

interface Facts extends Pick<OpenedImage, 'format' | 'width' | 'height' | 'bands' | 'bits' | 'levels' | 'placement'> {
  readonly image: string;
  readonly slices?: number;
  /** What is not as the file has it. */
  readonly notes?: readonly string[];
  /** Pieces that detection works through. */
  readonly regions: number;
}

const factsOf = (path: string, image: OpenedImage): Facts => {
  const { format, width, height, bands, bits, levels, placement, stack, notes } = image;
  const { pieces } = planOf({ type: RECIPE_TYPE, version: RECIPE_VERSION, request: { init: 'auto' } }, image);
  return {
    image: path,
    format,
    width,
    height,
    bands,
    bits,
    levels,
    ...(placement ? { placement } : {}),
    ...(stack ? { slices: stack.depth } : {}),
    ...(notes ? { notes: notes.map(({ text }) => text) } : {}),
    regions: pieces.length,
  };
};

const wordsOf = ({
  image,
  format,
  width,
  height,
  bands,
  bits,
  levels,
  placement,
  slices,
  notes = [],
  regions,
}: Facts): string => {
  const depth = slices === undefined ? '' : ` × ${slices} slices`;
  const kind = bits === 32 ? 'numbers of 32 bits' : `${bits} bits`;
  const lines = [
    image,
    `  format      ${format}`,
    `  size        ${width} × ${height}${depth} (${((width * height) / 1e6).toPrecision(3)} megapixels)`,
    `  samples     ${count(bands, 'band')} of ${kind}`,
    ...levels.map(
      (level, k) =>
        `  level ${String(k).padEnd(6)}${level.width} × ${level.height}${k === 0 ? '' : `, 1 : ${scaleOf(level.scaleX)}`}`,
    ),
    `  pixel size  ${sizeOf(placement)}`,
    ...(placement?.origin
      ? [`  place       ${placement.origin.join(', ')} in ${placement.crs ?? 'a system not named'}`]
      : []),
    ...notes.map((note) => `  note        ${note}`),
    `  detection   reads ${count(regions, 'region')} at full resolution`,
  ];
  return lines.join('\n');
};

const scaleOf = (scale: number): string => String(Math.round(scale * 1000) / 1000);

const sizeOf = (placement: Placement | undefined): string => {
  if (placement === undefined) return 'not known';
  const { pixelWidth, pixelHeight, unit } = placement;
  return `${Number(pixelWidth.toPrecision(6))} × ${Number(pixelHeight.toPrecision(6))} ${unit}`;
};
