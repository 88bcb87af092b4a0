/** `batch`: many images by one recipe, on all cores of this machine or on the workers of a queue. */
import { join, resolve } from 'node:path';
import { type OutputFormat, outputFormats, type Recipe } from '../../contours/recipe/recipe.js';
import { badParameter, isAbort } from '../../core/errors.js';
import { carryOut, type ImageOutcome, type Watcher } from '../batch/carry-out.js';
import { imagesOf } from '../batch/images.js';
import { lockFolder, type Shard, shardSuffix } from '../batch/lock.js';
import { type Circumstances, lineOf, summaryOf, wordsOf } from '../batch/summary.js';
import { exitCodeOf, exitCodes } from '../exit-codes.js';
import { type RequestOptions, recipeOf } from '../options/request.js';
import { countOf, oneOf } from '../options/values.js';
import { backendOf, poolOf, type WorkOptions } from '../options/work.js';
import { carryOutByQueue } from '../queue/carry-out-by-queue.js';
import { PREFIX } from '../queue/jobs.js';
import { interruptible } from '../terminal/interrupt.js';
import { type ProgressDisplay, progressOn } from '../terminal/progress.js';
import { count } from '../terminal/words.js';
import { extensionOf } from '../work/outputs.js';
import { writeWhole } from '../work/whole-file.js';
import { type Work, workOn } from '../work/work.js';

/** Options of `batch`, as they were typed. */
export interface BatchOptions extends RequestOptions, WorkOptions {
  readonly out: string;
  readonly format?: readonly string[];
  readonly shard?: string;
  readonly json?: boolean;
  readonly queue?: string;
  readonly priority?: string;
}

/** Resolves to the exit code. */
export const batch = (given: readonly string[], options: BatchOptions): Promise<number> =>
  interruptible(async (signal) => {
    const began = performance.now();
    const out = resolve(options.out);
    const shard = shardOf(options.shard);
    const recipe = await batchRecipe(options);
    const images = (await imagesOf(given, out)).filter((_, k) => !shard || k % shard.count === shard.index - 1);
    const release = await lockFolder(out, shard);
    const progress = progressOn(process.stderr);
    try {
      const formats = recipe.outputs ?? ['geojson'];
      const works = await Promise.all(
        images.map(({ image, name }) => {
          const outputs = formats.map((format) => ({ format, path: join(out, `${name}${extensionOf(format)}`) }));
          return workOn({ image, name, recipe, backend: backendOf(options), within: out, outputs });
        }),
      );
      progress.line(`${count(works.length, 'image')} → ${out}`);
      const { outcomes, ...how } = await (options.queue === undefined
        ? onThisMachine(works, options, signal, progress)
        : byQueue(works, options.queue, options, signal, progress));
      progress.stop();
      const summary = summaryOf(outcomes, { recipe, ...how, milliseconds: Math.round(performance.now() - began) });
      const file = join(out, `summary${shardSuffix(shard)}.json`);
      const text = `${JSON.stringify(summary, null, 2)}\n`;
      if (options.json) process.stdout.write(text);
      // Where results cannot be written, the summary cannot be either; its text is printed nevertheless.
      const unwritten = await writeWhole(file, (handle) => handle.writeFile(text)).then(
        () => undefined,
        (error: unknown) => error,
      );
      progress.line(wordsOf(summary, unwritten === undefined ? file : 'it could not be written'));
      return codeOf(outcomes, unwritten);
    } finally {
      progress.stop();
      await release();
    }
  });

type Done = Omit<Circumstances, 'recipe' | 'milliseconds'> & { readonly outcomes: readonly ImageOutcome[] };

const byQueue = async (
  works: readonly Work[],
  url: string,
  { priority }: BatchOptions,
  signal: AbortSignal,
  progress: ProgressDisplay,
): Promise<Done> => {
  const outcomes = await carryOutByQueue(works, {
    url,
    priority: priority === undefined ? 0 : countOf('priority', priority),
    signal,
    watcher: watcherOf(progress),
  });
  if (signal.aborted) progress.line('Workers go on with what is in the queue; the same command again waits for it.');
  return { outcomes, by: { queue: PREFIX } };
};

const onThisMachine = async (
  works: readonly Work[],
  options: BatchOptions,
  signal: AbortSignal,
  progress: ProgressDisplay,
): Promise<Done> => {
  const pool = poolOf(options, signal);
  try {
    const { backend, adapter, reason } = await pool.run('backend', backendOf(options));
    progress.line(
      `${pool.size === 1 ? '1 process' : `${pool.size} processes`} on ${backend === 'webgpu' ? adapter : 'the CPU'}: ${reason}`,
    );
    const outcomes = await carryOut(works, pool, { signal, watcher: watcherOf(progress) });
    return { outcomes, by: { backend, adapter, reason }, processes: pool.size, memory: pool.mostMemory };
  } catch (error) {
    if (!isAbort(error)) throw error;
    return { outcomes: works.map((work) => ({ status: 'interrupted', work })), processes: pool.size };
  } finally {
    await pool.close();
  }
};

const watcherOf = (progress: ProgressDisplay): Watcher => ({
  planned: (_work, _pieces, pixels) => progress.expect(pixels),
  piece: (_work, contours, pixels) => progress.advance(pixels, contours),
  image: (outcome) => progress.line(lineOf(outcome)),
});

const codeOf = (outcomes: readonly ImageOutcome[], unwritten: unknown): number => {
  const codes = outcomes.flatMap((outcome) => (outcome.status === 'failed' ? [exitCodeOf(outcome.error)] : []));
  if (unwritten !== undefined || codes.includes(exitCodes.notWritable)) return exitCodes.notWritable;
  if (outcomes.some(({ status }) => status === 'interrupted')) return exitCodes.interrupted;
  return codes.length > 0 ? exitCodes.failed : exitCodes.done;
};

/** `k/n`: every n-th image, starting at the k-th, in the order of their names. */
const shardOf = (text: string | undefined): Shard | undefined => {
  if (text === undefined) return undefined;
  const [, index, all] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index !== undefined && all !== undefined && index >= 1 && index <= all) return { index, count: all };
  throw badParameter('shard', text, 'it must be k/n, such as 3/10, with k from 1 to n');
};

const batchRecipe = (options: BatchOptions): Promise<Recipe> =>
  recipeOf(
    options,
    options.format?.map((format): OutputFormat => oneOf('format', format, outputFormats)),
  );
