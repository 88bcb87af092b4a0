/** The volumes that the level set is measured on, each with its truth and a ball to start from. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Volume } from '../../../src/image/formats/volume/grid.js';
import type { LevelSetProblem } from '../../../src/level-set/problem.js';
import { fillBall } from '../../../src/level-set/start.js';
import { readVolume } from '../../../test/support/images/read-volume.js';
import { phantom } from './phantom.js';

export interface Case {
  readonly volume: Volume;
  /** One byte a voxel, 1 inside. */
  readonly truth: Uint8Array;
  readonly seed: Uint8Array;
}

export const flag = (name: string): boolean => process.argv.includes(`--${name}`);

/** The value of `--name=value`. */
export const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

export const fieldOf = ({ width, height, depth, planes, missing }: Volume): LevelSetProblem['field'] => ({
  grid: { width, height, depth },
  planes,
  missing,
});

export const quantiles = (
  plane: Uint8Array | Uint16Array,
  inside: Uint8Array,
  [least, most]: readonly [number, number],
): readonly [number, number] => {
  const values = plane.filter((_, k) => inside[k] === 1).sort();
  const at = (share: number): number => values[Math.floor(share * (values.length - 1))]!;
  return [at(least), at(most)];
};

const ballIn = ({ width, height, depth }: Volume, centre: readonly number[], radius: number): Uint8Array =>
  fillBall(
    { width, height, depth },
    centre.map((c) => c + 0.5),
    radius,
  );

export const phantomCase = (width: number, height: number, depth: number, noise: number): Case => {
  const made = phantom(width, height, depth, noise);
  const centre = width === 181 ? [90, 108, 90] : [width / 2, height / 2, depth / 2];
  return { ...made, seed: ballIn(made.volume, centre, (40 * Math.min(width, depth)) / 181) };
};

/** Colin27 with its skull and ICBM152; none where the folder does not hold them. */
export const realCases = async (given: string | undefined): Promise<Case[]> => {
  const folder = given ?? process.env.DATA ?? join('..', 'shared', 'data');
  if (!existsSync(join(folder, 'colin27_ch2.nii.gz'))) return [];
  const load = async (file: string): Promise<Volume> =>
    readVolume(new Blob([new Uint8Array(readFileSync(join(folder, file)))]), file);
  const colin = await load('colin27_ch2.nii.gz');
  const brain = (await load('colin27_ch2bet.nii.gz')).planes[0]!;
  const icbm = await load('icbm152_t1.nii.gz');
  const [grey, white] = [(await load('icbm152_gm.nii.gz')).planes[0]!, (await load('icbm152_wm.nii.gz')).planes[0]!];
  const middle = [icbm.width, icbm.height, icbm.depth].map((side) => side >> 1);
  return [
    { volume: colin, truth: Uint8Array.from(brain, (v) => (v > 0 ? 1 : 0)), seed: ballIn(colin, [90, 108, 90], 40) },
    {
      volume: icbm,
      truth: Uint8Array.from(grey, (v, k) => (v + white[k]! > 127 ? 1 : 0)),
      seed: ballIn(icbm, middle, 40),
    },
  ];
};
