/** Random responses, and the kernels that find what lines need of a part of one. */
import { blockMedians } from '../../../src/linear-features/kernels/block_medians.js';
import { boxStrengths } from '../../../src/linear-features/kernels/box_strengths.js';
import { cellMaxima } from '../../../src/linear-features/kernels/cell_maxima.js';
import { placeResponse } from '../../../src/linear-features/kernels/place_response.js';
import { itemGroups } from '../../../src/linear-features/kernels/shared/items.js';
import { BLOCK, partWords } from '../../../src/linear-features/kernels/shared/part-words.js';
import { placeWords } from '../../../src/linear-features/kernels/shared/place-words.js';
import { sampleWords } from '../../../src/linear-features/kernels/shared/window.js';
import type { LineResponse } from '../../../src/linear-features/response/response.js';
import type { Trial } from '../kernels/kernel-trial.js';
import type { Random } from '../random.js';

/** A response in which some pixels have a mark and some no sample. */
export const randomResponse = (random: Random, width: number, height: number, bits: 8 | 16): LineResponse => {
  const most = random.between(1, 26);
  const words = Uint32Array.from({ length: width * height }, () => {
    const strength = random.word() >>> (32 - random.between(1, most));
    return (
      ((strength << 6) | (random.between(0, 7) === 0 ? random.between(0, 3) << 4 : 0) | random.between(0, 15)) >>> 0
    );
  });
  const samples = bits === 8 ? new Uint8Array(width * height) : new Uint16Array(width * height);
  for (let i = 0; i < samples.length; i++) samples[i] = random.between(0, 3) === 0 ? 0 : random.between(1, 255);
  return { width, height, orientations: 8, words, samples };
};

/** A rectangle of some pixels of a response. */
export const randomRect = (random: Random, { width, height }: Pick<LineResponse, 'width' | 'height'>) => {
  const x = random.between(0, width - 1);
  const y = random.between(0, height - 1);
  return { x, y, width: random.between(1, width - x), height: random.between(1, height - y) };
};

/** Samples as words, the last of which may not be whole. */
export const wordsOf = (samples: LineResponse['samples']): Uint32Array => {
  const words = new Uint32Array(Math.ceil(samples.byteLength / 4));
  new Uint8Array(words.buffer).set(new Uint8Array(samples.buffer));
  return words;
};

/** Each of the kernels on a part of a response. */
export const partTrials = (random: Random, width: number, height: number, bits: 8 | 16): Trial[] => {
  const response = randomResponse(random, width, height, bits);
  const rect = randomRect(random, response);
  const given = { samples: wordsOf(response.samples), response: response.words };
  const whole = { ...rect, stride: width, bits };
  const pixels = rect.width * rect.height;
  const blocks = [Math.ceil(rect.width / BLOCK), Math.ceil(rect.height / BLOCK)] as const;
  const side = random.between(1, 9);
  const columns = Math.ceil((rect.x + rect.width) / side) - Math.floor(rect.x / side);
  const cells = columns * (Math.ceil((rect.y + rect.height) / side) - Math.floor(rect.y / side));
  const middles = Uint32Array.from({ length: random.between(1, 20) }, () => random.between(0, pixels - 1));
  const box = 2 * random.between(0, 7) + 1;
  const strengths = middles.length * box * box;
  const tile = randomResponse(random, rect.width + random.between(0, 5), rect.height + random.between(0, 5), bits);
  const corner = { x: tile.width - rect.width, y: tile.height - rect.height, stride: tile.width };
  const placed = Math.ceil((rect.height * width * bits) / 32) + 1;
  return [
    {
      kernel: blockMedians,
      words: { ...given, part: partWords(whole), medians: blocks[0] * blocks[1] },
      groups: [...blocks, 1],
    },
    {
      kernel: cellMaxima,
      words: { ...given, part: partWords({ ...whole, side, columns }), maxima: cells },
      groups: itemGroups(cells),
    },
    {
      kernel: boxStrengths,
      words: { response: given.response, part: partWords({ ...whole, side: box }), middles, strengths },
      groups: itemGroups(strengths),
    },
    {
      kernel: placeResponse,
      words: {
        place: placeWords(rect, corner, width, bits),
        tileSamples: wordsOf(tile.samples),
        tileResponse: tile.words,
        samples: Uint32Array.from({ length: sampleWords(width * height, bits) }, () => random.word()),
        response: given.response,
      },
      groups: itemGroups(placed),
    },
  ];
};
