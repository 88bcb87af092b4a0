/** `segment`: one image, without a batch. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { badParameter } from '../../core/errors.js';
import { carryOut } from '../batch/carry-out.js';
import { remarksOn } from '../batch/summary.js';
import { exitCodes } from '../exit-codes.js';
import { type RequestOptions, recipeOf } from '../options/request.js';
import { backendOf, poolOf, type WorkOptions } from '../options/work.js';
import type { Pool } from '../pool/pool.js';
import { interruptible } from '../terminal/interrupt.js';
import { progressOn } from '../terminal/progress.js';
import { count, duration } from '../terminal/words.js';
import { Desk } from '../work/desk.js';
import { type Finished, finishPartly } from '../work/finish.js';
import { isAddress } from '../work/image-file.js';
import { formatOf, knownExtensions } from '../work/outputs.js';
import { type Output, type Work, workOn } from '../work/work.js';

/** Options of `segment`, as they were typed. */
export interface SegmentCommandOptions extends RequestOptions, WorkOptions {
  readonly out?: readonly string[];
}

/** Resolves to the exit code. */
export const segment = (image: string, options: SegmentCommandOptions): Promise<number> =>
  interruptible(async (signal) => {
    const within = await mkdtemp(join(tmpdir(), 'snake-segmenter-'));
    try {
      return await segmentWithin(within, image, options, signal);
    } finally {
      await rm(within, { recursive: true, force: true });
    }
  });

const segmentWithin = async (
  within: string,
  image: string,
  options: SegmentCommandOptions,
  signal: AbortSignal,
): Promise<number> => {
  // What is meant for standard output is first written to a temporary file.
  const standard: Output = { format: 'geojson', path: join(within, 'standard-output') };
  const outputs = outputsOf(options.out ?? ['-'], standard);
  const recipe = await recipeOf(
    options,
    outputs.map(({ format }) => format),
  );
  const backend = backendOf(options);
  const pool = poolOf(options, signal);
  try {
    const { path, name } = await localOf(image, within, signal);
    const work = await workOn({ image: path, name, recipe, backend, within, outputs });
    const code = await carryOutOne(work, standard, pool, signal);
    if (outputs.includes(standard)) await pipeline(createReadStream(standard.path), process.stdout, { end: false });
    return code;
  } finally {
    await pool.close();
  }
};

const carryOutOne = async (work: Work, standard: Output, pool: Pool, signal: AbortSignal): Promise<number> => {
  const began = performance.now();
  const progress = progressOn(process.stderr);
  const outcomes = await carryOut([work], pool, {
    signal,
    watcher: {
      planned: (_work, _pieces, pixels) => progress.expect(pixels),
      piece: (_work, contours, pixels) => progress.advance(pixels, contours),
    },
  });
  progress.stop();
  const files = work.outputs.filter((output) => output !== standard).map(({ path }) => path);
  for (const outcome of outcomes) {
    if (outcome.status === 'failed') throw outcome.error;
    if (outcome.status === 'interrupted') return keepFinished(work, files);
    say(work, outcome.finished, `in ${duration(performance.now() - began)}`, files);
  }
  return exitCodes.done;
};

/** Writes the results of the pieces done so far. */
const keepFinished = async (work: Work, files: readonly string[]): Promise<number> => {
  const desk = new Desk();
  try {
    const finished = await finishPartly(desk, work);
    const { pieces, missing } = finished;
    say(work, finished, `from ${pieces - missing} of ${count(pieces, 'region')}: it was interrupted`, files);
    return exitCodes.interrupted;
  } finally {
    await desk.clear();
  }
};

const say = ({ name }: Work, finished: Finished, how: string, files: readonly string[]): void => {
  const where = files.length > 0 ? ` → ${files.join(', ')}` : '';
  console.error(`${name}: ${count(finished.contours, 'contour')} ${how}${where}`);
  for (const remark of remarksOn(finished)) console.error(remark);
};

const outputsOf = (paths: readonly string[], standard: Output): readonly Output[] =>
  paths.map((path) => {
    if (path === '-') return standard;
    const format = path.startsWith('/dev/') ? 'geojson' : formatOf(path);
    if (format === undefined) throw badParameter('out', path, `its end must be one of ${knownExtensions()}`);
    return { format, path: resolve(path) };
  });

/** A path that other processes can open: standard input goes into a file first. */
const localOf = async (
  image: string,
  within: string,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly name: string }> => {
  if (isAddress(image)) {
    const last = new URL(image).pathname.split('/').at(-1);
    return { path: image, name: last ? decodeURIComponent(last) : image };
  }
  if (image !== '-') return { path: resolve(image), name: basename(resolve(image)) };
  if (process.stdin.isTTY) throw badParameter('IMAGE', image, 'standard input is a terminal; pipe an image into it');
  const path = join(within, 'stdin');
  await pipeline(process.stdin, createWriteStream(path), { signal });
  return { path, name: 'stdin' };
};
