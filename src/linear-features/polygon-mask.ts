import type { Init } from '../worker/algorithm.js';
import type { Frame } from './outcome.js';

/** 1 for the pixels of the frame whose centres lie outside a polygon (even-odd); nothing where the start is no polygon. */
export const outsidePolygon = (init: Init, frame: Frame): Uint8Array | undefined => {
  if (init === 'auto' || !('type' in init)) return undefined;
  const { width, height, scaleX, scaleY } = frame;
  const outside = new Uint8Array(width * height).fill(1);
  for (let row = 0; row < height; row++) {
    const y = (frame.y + row + 0.5) * scaleY;
    const crossings: number[] = [];
    for (const ring of init.coordinates) {
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [x0, y0] = [ring[j]![0]!, ring[j]![1]!];
        const [x1, y1] = [ring[i]![0]!, ring[i]![1]!];
        if (y0 <= y !== y1 <= y) crossings.push((x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) / scaleX - frame.x);
      }
    }
    crossings.sort((a, b) => a - b);
    for (let c = 0; c + 1 < crossings.length; c += 2) {
      const from = Math.max(0, Math.ceil(crossings[c]! - 0.5));
      const to = Math.min(width, Math.ceil(crossings[c + 1]! - 0.5));
      if (to > from) outside.fill(0, row * width + from, row * width + to);
    }
  }
  return outside;
};
