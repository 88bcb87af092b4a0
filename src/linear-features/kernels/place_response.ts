import { defineKernel } from '../../compute/recording.js';
import { ITEMS_IN_GROUP, itemsOf } from './shared/items.js';
import { L } from './shared/place-words.js';

/** Copies a part of a tile's samples and response into those of a region; an item is a word of samples in the region's rows. */
export const placeResponse = defineKernel({
  name: 'place_response',
  wgsl: () => import('../../wgsl/linear-features/place_response.wgsl'),
  bindings: [
    { name: 'place', access: 'uniform' },
    { name: 'tileSamples', access: 'read' },
    { name: 'tileResponse', access: 'read' },
    { name: 'samples', access: 'read-write' },
    { name: 'response', access: 'read-write' },
  ],
  cpu: ({ place, tileSamples, tileResponse, samples, response }) => {
    const bits = place[L.bits]!;
    const perWord = 32 / bits;
    const stride = place[L.stride]!;
    const tileStride = place[L.tileStride]!;
    const [left, top] = [place[L.x]!, place[L.y]!];
    const [right, bottom] = [left + place[L.width]!, top + place[L.height]!];
    const aside = place[L.fromX]! - left;
    const above = place[L.fromY]! - top;
    const from = valuesOf(tileSamples, bits);
    const to = valuesOf(samples, bits);
    const firstWord = Math.floor((top * stride) / perWord);
    return (groupX, groupY) => {
      const [item] = itemsOf(groupX, groupY, samples.length);
      const first = (firstWord + item) * perWord;
      const last = Math.min(bottom * stride, first + ITEMS_IN_GROUP * perWord);
      for (let y = Math.max(top, Math.floor(first / stride)); y * stride < last; y++) {
        const begin = Math.max(left, first - y * stride);
        const end = Math.min(right, last - y * stride);
        if (begin >= end) continue;
        const own = (y + above) * tileStride + aside;
        to.set(from.subarray(own + begin, own + end), y * stride + begin);
        response.set(tileResponse.subarray(own + begin, own + end), y * stride + begin);
      }
    };
  },
});

const valuesOf = ({ buffer, byteOffset, byteLength }: Uint32Array, bits: number): Uint8Array | Uint16Array =>
  bits === 8 ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint16Array(buffer, byteOffset, byteLength / 2);
