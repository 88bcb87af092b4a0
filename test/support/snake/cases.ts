/** Scenes and runs of the snake for tests: small images with an object in them, and their brute-force truths. */

import type { Executor } from '../../../src/compute/executor.js';
import type { ChannelPlanes } from '../../../src/image/channels/channels.js';
import type { RingStart } from '../../../src/snake/starts.js';
import { evolve, type Problem, type Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables, type Tables } from '../../../src/snake/tables/tables.js';
import type { Random } from '../random.js';

/** An ellipse of another mean, with noise: planes of whole numbers. */
export const scene = (
  random: Random,
  width: number,
  height: number,
  kind: { readonly bits?: 8 | 16; readonly planes?: number; readonly codes?: number; readonly masked?: boolean } = {},
): ChannelPlanes => {
  const { bits = 16, planes = 1, codes, masked } = kind;
  const [cx, cy] = [width * 0.52, height * 0.47];
  const [rx, ry] = [width * 0.24 + 1, height * 0.28 + 1];
  const unit = bits === 16 ? 900 : 12;
  const noise = (): number => random.between(-unit, unit) + random.between(-unit, unit);
  const value = (x: number, y: number, plane: number): number => {
    const inside = ((x + 0.5 - cx) / rx) ** 2 + ((y + 0.5 - cy) / ry) ** 2 < 1;
    if (codes !== undefined) return random.between(0, 2) === 0 ? random.between(0, codes - 1) : inside ? 1 : 0;
    return Math.max(0, (inside ? 6 + plane : 4) * unit + noise());
  };
  const make = (plane: number): Uint8Array | Uint16Array => {
    const values =
      bits === 16 && codes === undefined ? new Uint16Array(width * height) : new Uint8Array(width * height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values[y * width + x] = value(x, y, plane);
    return values;
  };
  return {
    width,
    height,
    kind: codes === undefined ? 'intensity' : 'codes',
    bits: codes === undefined ? bits : 8,
    planes: Array.from({ length: codes === undefined ? planes : 1 }, (_, plane) => make(plane)),
    codes,
    missing: masked
      ? Uint8Array.from({ length: width * height }, () => (random.between(0, 9) === 0 ? 1 : 0))
      : undefined,
    record: { channel: 'test' },
  };
};

/** A star-shaped ring within the lattice, clockwise on the screen, simple where there is room. */
export const starRing = (random: Random, width: number, height: number, vertices: number): number[] =>
  starAt(
    width,
    height,
    Array.from({ length: vertices }, () => [random.between(0, 50), random.between(0, 20)] as const),
  );

/** The same of given points: how far each goes on from its place, in hundredths of a place, and out, in hundredths of the size. */
export const starAt = (
  width: number,
  height: number,
  points: readonly (readonly [on: number, out: number])[],
): number[] =>
  points.flatMap(([on, out], i) => {
    const angle = (2 * Math.PI * (i + on / 100)) / points.length;
    const radius = 0.25 + out / 100;
    return [
      Math.round(width / 2 + width * radius * Math.cos(angle)),
      Math.round(height / 2 + height * radius * Math.sin(angle)),
    ];
  });

export const rectangle = (width: number, height: number, share = 0.15): RingStart => {
  const [l, t] = [Math.round(width * share), Math.round(height * share)];
  return {
    ring: [l, t, width - l, t, width - l, height - t, l, height - t],
    box: { x0: 0, y0: 0, x1: width, y1: height },
  };
};

export const problem = (starts: readonly RingStart[], more: Partial<Problem> = {}): Problem => ({
  starts,
  model: 'gaussian',
  order: 1,
  distance: 8,
  minimumLength: 4,
  prune: true,
  polarity: 'any',
  contourWeight: 1,
  ...more,
});

/** Every snapshot of a run; the last is the result. */
export const runAll = async (
  executor: Executor,
  tables: Tables,
  given: Problem,
  batch = 1,
): Promise<readonly (readonly Snapshot[])[]> => {
  const steps = evolve(executor, tables, given, () => batch);
  const all: (readonly Snapshot[])[] = [];
  for (;;) {
    const { done, value } = await steps.next('go');
    all.push(value);
    if (done) return all;
  }
};

export const finalOf = async (
  executor: Executor,
  channel: ChannelPlanes,
  given: Problem,
  { stride = 8, batch = 64 } = {},
): Promise<readonly Snapshot[]> => {
  const tables = await makeTables(executor, channel, { stride });
  try {
    return (await runAll(executor, tables, given, batch)).at(-1)!;
  } finally {
    tables.destroy();
  }
};

/** Winding number of a ring round the centre of pixel (c, r), in whole numbers; a centre on an edge is right of it. */
export const winding = (ring: readonly number[], c: number, r: number): number => {
  const [px, py] = [2 * c + 1, 2 * r + 1];
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [ax, ay, bx, by] = [2 * ring[i]!, 2 * ring[i + 1]!, 2 * ring[j]!, 2 * ring[j + 1]!];
    const down = ay < by;
    const [tx, ty, ux, uy] = down ? [ax, ay, bx, by] : [bx, by, ax, ay];
    if (py <= ty || py >= uy) continue;
    if ((ux - tx) * (py - ty) - (px - tx) * (uy - ty) > 0) sum += down ? 1 : -1;
  }
  return sum;
};

/** Moments of a ring by brute force: N, then S and Q of each plane, or the counts. */
export const bruteMoments = (channel: ChannelPlanes, ring: readonly number[]): bigint[] => {
  const { width, height, planes, codes, missing } = channel;
  const moments = new Array<bigint>(codes === undefined ? 1 + 2 * planes.length : 1 + codes).fill(0n);
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const at = r * width + c;
      const w = BigInt(winding(ring, c, r));
      if (w === 0n || missing?.[at]) continue;
      moments[0]! += w;
      if (codes !== undefined) moments[1 + planes[0]![at]!]! += w;
      else {
        for (const [plane, values] of planes.entries()) {
          const z = BigInt(values[at]!);
          moments[1 + 2 * plane]! += w * z;
          moments[2 + 2 * plane]! += w * z * z;
        }
      }
    }
  }
  return moments;
};
