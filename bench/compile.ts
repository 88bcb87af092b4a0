/**
 * The time that the snake's kernels take to compile: side by side, as a page's first contour waits for them, and one after
 * another. `npm run bench -- compile`; a driver's own cache must be off or empty (`__GL_SHADER_DISK_CACHE=0` on NVIDIA's).
 * Each part has a process and a device of its own. `--only=side` or `--only=each` leaves the other out, and the results as they are, as `--print` does.
 */
import { spawnSync } from 'node:child_process';
import { create } from 'webgpu';
import { createExecutor } from '../src/compute/backend.js';
import type { Executor, Program } from '../src/compute/executor.js';
import { textOf } from '../src/compute/gpu-pipelines.js';
import { prepare, programsOfRuns } from '../src/snake/prepare.js';
import { classesOf, programsOf } from '../src/snake/steps/beside/classes.js';
import { dawn } from '../test/support/devices/dawn.js';
import { processorTime } from './support/clock.js';
import { table, writeSection } from './support/results.js';

type Row = readonly [what: string, wall: number, processor: number, programs: number, characters: number];

const seconds = (from: number, now: number): number => (now - from) / 1000;
const characters = async (programs: readonly Program[]): Promise<number> => {
  const texts = [...new Set(programs.map(({ kernel }) => kernel))].map(textOf);
  return (await Promise.all(texts)).reduce((sum, { length }) => sum + length, 0);
};

const nameOf = ({ kernel, constants = {} }: Program): string => {
  const own = Object.entries(constants).map(([name, value]) => `${name} ${value}`);
  return own.length === 0 ? `\`${kernel.name}\`` : `\`${kernel.name}\`, ${own.join(', ')}`;
};

/** The machine's GPU, else the software adapter of the tests. */
const gpu = await (async (): Promise<GPU> => {
  const own = create([]);
  if (await own.requestAdapter()) return own;
  const software = await dawn();
  if (typeof software === 'string') throw new Error(software);
  return software;
})();

const open = async (): Promise<Executor> => (await createExecutor('webgpu', { gpu })).executor;

const sideBySide = async (): Promise<Row[]> => {
  const executor = await open();
  const [began, used] = [performance.now(), processorTime()];
  const rows: Row[] = [];
  const asked: (readonly Program[])[] = [];
  const compile = executor.prepare.bind(executor);
  const note = async (what: string, programs: readonly Program[], from = began, usedBefore = used): Promise<void> => {
    rows.push([
      what,
      seconds(from, performance.now()),
      seconds(usedBefore, processorTime()),
      new Set(programs.map(nameOf)).size,
      await characters(programs),
    ]);
  };
  const all: Promise<void>[] = [];
  executor.prepare = (programs) => {
    const first = asked.push(programs) === 1;
    const compiled = (async () => {
      await compile(programs);
      if (first) await note('side by side: those with which a run begins', programs);
    })();
    all.push(compiled);
    return compiled;
  };
  await prepare(executor);
  await Promise.all(all);
  await note('side by side: all', asked.flat());
  for (const size of classesOf(executor.limits).slice(0, 1)) {
    const [from, usedBefore] = [performance.now(), processorTime()];
    await compile(programsOf(size));
    const what = `those of a list's batches, ${size.vertices} vertices and ${size.moments} moments`;
    await note(what, programsOf(size), from, usedBefore);
  }
  return rows;
};

/** The programs of all runs, none of which is compiled for that. */
const programsOfRun = async (): Promise<readonly Program[]> => {
  const executor = await open();
  const { first, further } = await programsOfRuns(executor);
  const [least] = classesOf(executor.limits);
  const all = [...first, ...further, ...(least ? programsOf(least) : [])];
  return [...new Map(all.map((each) => [nameOf(each), each])).values()];
};

const oneByOne = async (): Promise<Row[]> => {
  const programs = await programsOfRun();
  const executor = await open();
  const rows: Row[] = [];
  for (const program of programs) {
    const [from, used] = [performance.now(), processorTime()];
    await executor.prepare([program]);
    const took = [seconds(from, performance.now()), seconds(used, processorTime())] as const;
    rows.push([nameOf(program), ...took, 1, await characters([program])]);
  }
  return rows.sort((a, b) => b[1] - a[1]);
};

const parts = { side: sideBySide, each: oneByOne } as const;
type Part = keyof typeof parts;

/** The rows of a part, from a process of its own: a driver keeps in memory what one process has compiled. */
const rowsOf = (part: Part): Row[] => {
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, `--part=${part}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The part ${part} ended with ${status}`);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Row[];
};

const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];

const own = flag('part') as Part | undefined;
if (own) {
  console.log(JSON.stringify(await parts[own]()));
  process.exit(0);
}
const adapter = (await open()).adapter;
const rows = (Object.keys(parts) as Part[])
  .filter((part) => (flag('only') ?? part) === part)
  .flatMap(rowsOf)
  .map(([what, wall, processor, programs, text]) => [
    what,
    wall.toFixed(2),
    processor.toFixed(2),
    `${programs}`,
    `${text}`,
  ]);
const head = ['kernels', 'wall, s', 'processor, s', 'programs', 'characters of WGSL'];
const software = /swiftshader|llvmpipe/i.test(adapter);
if (flag('only') === undefined && !process.argv.includes('--print'))
  writeSection(
    software ? 'compile' : 'compile-gpu',
    `## What the snake’s kernels take to compile${software ? ', on a software adapter' : ''}\n\nEach part in a process of its own, without the driver's cache. Side by side, as a page compiles them; then one after another. The time of the processor holds a thread that asks Dawn for events all the while.\n\n${table([head, ...rows])}`,
    adapter,
  );
console.log(table([head, ...rows]));
process.exit(0);
