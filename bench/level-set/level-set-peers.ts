/**
 * The level set against peers on the same volumes, starts and ranges, in one run on this machine, one thread each:
 * `npm run bench -- level-set-peers [--data=FOLDER] [--out=FILE]`. It needs ITK 5 with CMake (Debian: `libinsighttoolkit5-dev`,
 * `cmake`) and `/usr/bin/python3` with scikit-image (`PYTHON` names another); ratios are of the processes' times on the processor.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { readParameters } from '../../src/level-set/schema.js';
import { type Case, fieldOf, option, quantiles, realCases } from '../support/images/volume-cases.js';
import { median, runHere } from '../support/level-set-runs.js';
import { sequentialSchedule } from '../support/paper-schedules.js';
import { table, writeSection } from '../support/results.js';
import { dice } from '../support/volumes.js';

const work = '.build/level-set-peers';
const sources = 'bench/peers/level-set';
const python = process.env.PYTHON ?? '/usr/bin/python3';
/** As in the example of ITK's own guide: most iterations, and the change a voxel of the front at which it ends by itself. */
const [ITK_ITERATIONS, ITK_RMS] = [1200, 0.02];
const CHAN_VESE_ITERATIONS = 100;

interface Peer {
  readonly name: string;
  readonly mask: Uint8Array;
  /** On the processor, and on the clock. */
  readonly seconds: number;
  readonly wall: number;
  readonly iterations: number;
}

const peer = (name: string, program: string, args: readonly string[]): Peer => {
  const printed = execFileSync(program, [...args, `${work}/mask.raw`], { encoding: 'utf8' });
  const { seconds, wall, iterations }: Omit<Peer, 'name' | 'mask'> = JSON.parse(printed);
  return { name, seconds, wall, iterations, mask: new Uint8Array(readFileSync(`${work}/mask.raw`)) };
};

const ours = (name: string, problem: LevelSetProblem): Peer => {
  const runs = Array.from({ length: 4 }, () => runHere(problem, 'bits')).slice(1);
  const { mask, cpu, wall, upload, steps } = median(runs);
  return { name, mask, seconds: (cpu + upload) / 1000, wall: (wall + upload) / 1000, iterations: steps };
};

const compare = (its: Case): void => {
  const field = fieldOf(its.volume);
  const { width, height, depth } = field.grid;
  const [plane] = field.planes;
  if (!(plane instanceof Uint8Array)) throw new TypeError('the peers take samples of 8 bits');
  writeFileSync(`${work}/samples.raw`, plane);
  writeFileSync(`${work}/start.raw`, its.seed);
  const size = [width, height, depth].map(String);
  const files = [`${work}/samples.raw`, `${work}/start.raw`];
  const [least, most] = quantiles(plane, its.truth, [0.02, 0.995]);
  const shared = { field, mask: its.seed, form: 'sequential' } as const;
  const range = { kind: 'range', lower: [least! - 1], upper: [most! + 1] } as const;
  const { schedule } = readParameters({}, 3);
  const few = { ...sequentialSchedule, smoothingIterations: 1, tolerance: 1 };
  const rangeName = `range [${least}, ${most}] of the truth`;
  const pairs: readonly (readonly [Peer, readonly Peer[]])[] = [
    [
      peer(`ITK threshold level set, ${rangeName}`, `${work}/itk_threshold`, [
        ...size,
        ...[least!, most!, ITK_ITERATIONS, ITK_RMS].map(String),
        ...files,
      ]),
      [
        ours(`ours, ${rangeName}, N_a 30, N_s 1, N_g 3`, { ...shared, speed: range, schedule: few }),
        ours(`ours, ${rangeName}, defaults`, { ...shared, speed: range, schedule }),
      ],
    ],
    [
      peer(`scikit-image morphological Chan–Vese, ${CHAN_VESE_ITERATIONS} iterations`, python, [
        `${sources}/morphological_chan_vese.py`,
        ...size,
        `${CHAN_VESE_ITERATIONS}`,
        ...files,
      ]),
      [ours('ours, chan-vese, defaults', { ...shared, speed: { kind: 'chan-vese' }, schedule })],
    ],
  ];
  const row = ({ name, seconds, wall, iterations, mask }: Peer, ratio: string): string[] => [
    name,
    seconds.toFixed(seconds < 10 ? 2 : 0),
    wall.toFixed(wall < 10 ? 2 : 0),
    ratio,
    `${iterations}`,
    dice(mask, its.truth).toFixed(4),
  ];
  const rows = [['method', 'processor, s', 'clock, s', 'times slower than ours', 'iterations', 'Dice to truth']];
  for (const [other, mine] of pairs) {
    rows.push(row(other, mine.map(({ seconds }) => (other.seconds / seconds).toFixed(0)).join(', ')));
    for (const it of mine) rows.push(row(it, ''));
  }
  lines.push('', `### ${its.volume.name}`, '', table(rows));
  console.log(lines.slice(-2).join('\n'));
};

/** Commands of the peers, built and ready; undefined where one of them is not here. */
const ready = (): string | undefined => {
  mkdirSync(work, { recursive: true });
  try {
    execFileSync('cmake', ['-S', sources, '-B', work, '-DCMAKE_BUILD_TYPE=Release'], { stdio: 'ignore' });
    execFileSync('cmake', ['--build', work], { stdio: 'ignore' });
    const skimage = execFileSync(python, ['-c', 'import skimage; print(skimage.__version__)'], { encoding: 'utf8' });
    const itk = /^ITK_DIR:PATH=.*ITK-([\d.]+)/m.exec(readFileSync(`${work}/CMakeCache.txt`, 'utf8'))?.[1] ?? '5';
    return `ITK ${itk}, scikit-image ${skimage.trim()}`;
  } catch {
    return undefined;
  }
};

const lines: string[] = [];
const peers = ready();
const cases = peers === undefined ? [] : await realCases(option('data'));
if (cases.length === 0) {
  console.log('ITK 5, CMake, scikit-image or the volumes are not here. Nothing measured.');
} else {
  lines.push('## The level set against peers', '');
  for (const its of cases.reverse()) compare(its);
  const out = option('out');
  if (out) writeFileSync(out, `${lines.join('\n')}\n`);
  else writeSection('level-set peers', lines.join('\n'));
}
