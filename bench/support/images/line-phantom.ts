/** The synthetic image of ALGORITHMS C.3: a fan, curves with gaps, close weak neighbours, a plateau. */
import { Random } from '../../../test/support/random.js';
import { dilated } from '../line-scores.js';

export const SIZE = 320;

export interface LinePhantom {
  readonly samples: Uint8Array;
  /** 1 on the middle of strong lines, and of weak ones beside a strong one. */
  readonly strong: Uint8Array;
  readonly weak: Uint8Array;
}

type Curve = (t: number) => readonly [x: number, y: number];

/** Noise of standard deviation `sigma`, the same for a seed. */
export const linePhantom = (sigma: number, seed: number): LinePhantom => {
  const height = new Float64Array(SIZE * SIZE);
  const strong = new Uint8Array(SIZE * SIZE);
  const weak = new Uint8Array(SIZE * SIZE);
  const draw = (curve: Curve, points: number, amplitude: number, width: number, marks: Uint8Array, gap?: number) => {
    const profile = new Float64Array(SIZE * SIZE);
    for (let p = 0; p <= points; p++) {
      const t = p / points;
      const [x, y] = curve(t);
      const a = gap !== undefined && Math.abs(t - gap) < 0.012 ? 0.15 * amplitude : amplitude;
      const [cx, cy] = [Math.round(x), Math.round(y)];
      for (let Y = Math.max(0, cy - 8); Y <= Math.min(SIZE - 1, cy + 8); Y++) {
        for (let X = Math.max(0, cx - 8); X <= Math.min(SIZE - 1, cx + 8); X++) {
          const value = a * Math.exp(-((X - x) ** 2 + (Y - y) ** 2) / (2 * width * width));
          profile[Y * SIZE + X] = Math.max(profile[Y * SIZE + X]!, value);
        }
      }
      if (cx >= 0 && cy >= 0 && cx < SIZE && cy < SIZE) marks[cy * SIZE + cx] = 1;
    }
    for (let i = 0; i < height.length; i++) height[i]! += profile[i]!;
  };
  for (let k = 0; k < 7; k++) {
    const angle = (26 * k * Math.PI) / 180 + 0.2;
    draw((t) => [70 + (t - 0.5) * 110 * Math.cos(angle), 70 + (t - 0.5) * 110 * Math.sin(angle)], 900, 60, 1.3, strong);
  }
  draw((t) => [20 + 280 * t, 230 + 30 * Math.sin(9 * t)], 2400, 50, 1.6, strong, 0.4);
  draw((t) => [20 + 280 * t, 290 + 10 * Math.sin(14 * t)], 2400, 35, 1.2, strong, 0.6);
  for (const [y, apart] of [
    [140, 7],
    [165, 6],
  ] as const) {
    draw((t) => [150 + 130 * t, y], 900, 80, 1.3, strong);
    draw((t) => [150 + 130 * t, y + apart], 900, 40, 1.3, weak);
  }
  const random = new Random(seed);
  const unit = (): number => (random.word() + 1) / 2 ** 32;
  const samples = Uint8Array.from(height, (value, i) => {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const plateau = x >= 200 && x < 300 && y >= 20 && y < 110 ? 70 : 0;
    const noise = sigma * Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
    return Math.max(0, Math.min(255, Math.round(40 + value + plateau + noise)));
  });
  return { samples, strong, weak };
};

/** Recall within one pixel, precision within two, and pixels found on the plateau's edge; the plateau counts for neither. */
export const phantomScores = ({ strong, weak }: LinePhantom, found: Uint8Array) => {
  const near = dilated(found, SIZE);
  const truth = dilated(
    strong.map((value, i) => value | weak[i]!),
    SIZE,
    2,
  );
  const n = { strong: 0, strongFound: 0, weak: 0, weakFound: 0, found: 0, right: 0, edge: 0 };
  found.forEach((hit, i) => {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const onPlateau = x >= 196 && x < 304 && y >= 16 && y < 114;
    const onEdge = onPlateau && [x - 200, x - 299, y - 20, y - 109].some((distance) => Math.abs(distance) < 3);
    n.strong += strong[i]!;
    n.strongFound += strong[i]! & near[i]!;
    n.weak += weak[i]!;
    n.weakFound += weak[i]! & near[i]!;
    n.edge += Number(onEdge) & hit;
    if (onPlateau) return;
    n.found += hit;
    n.right += hit & truth[i]!;
  });
  return {
    recall: n.strongFound / n.strong,
    weakRecall: n.weakFound / n.weak,
    precision: n.found === 0 ? 1 : n.right / n.found,
    edge: n.edge,
  };
};
