/**
 * Runs the tests that need no browser with Node's own runner. Arguments: files, else all of them but those of long tests
 * (`*.long.test.ts`), which `--long` runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, relative } from 'node:path';
import { LONG_FLAG, testFiles } from './modules/test-files.mjs';

/** Files that run at once: one a core, and no more than a small machine has memory for. */
const atOnce = Math.min(4, availableParallelism());
/** Node before 20.10 knows no such flag, and runs one file fewer than there are cores. */
const [major, minor] = process.versions.node.split('.').map(Number);
const concurrency = major > 20 || minor >= 10 ? [`--test-concurrency=${atOnce}`] : [];

/**
 * Files that share a process: a process takes a second to load the engine, longer than most unit and property tests run. The folders of
 * `test/unit` are one each, but for the slices of volumes, whose branches are counted with those of `src/image`; so are contours on record.
 */
const GROUPS = '.build/test/groups';
/**
 * Files of which each group has a device, so that a software adapter compiles their kernels once, in the order in which they run: the last may
 * destroy the device. Node's runner sorts the files, and these come early, as the snake's kernels are compiled for a minute on one core,
 * beside which the others run.
 */
const ON_ONE_DEVICE = {
  '0-snake': ['test/kernels/snake.test.ts'],
  '1-level-set': ['test/kernels/level-set.test.ts', 'test/fault/level-set-gpu.test.ts'],
};
/**
 * Tests of the package, which is built, packed and installed once for all of them. They come before all others: only one process can work
 * while the package is built, for a minute, and at the end nothing would run beside it.
 */
const ON_PACKAGE = '0-package';
/** Counts the objects of its process, which takes the longer the more there are. */
const ALONE = 'test/unit/contours/seams-memory.test.ts';
/** Tests of what strangers made, whose coverage is told (`covered.mjs`); not those that make all requests of their process hasty. */
const FILES =
  /^test\/(golden\/image-|fault\/(contour-dicom|descriptors|guarded-server|image-tiff|imports|other-documents|reading|retried|zarr))/;
/** Property tests by the algorithm that their names begin with. */
const propertyOf = (path) => {
  const [, name] = /^test\/property\/(level-set|line|snake|)/.exec(path) ?? [];
  return name === undefined ? undefined : `property/${name || 'other'}`;
};
const groupOf = (path) => {
  if (path === ALONE) return undefined;
  if (path.startsWith('test/package/')) return ON_PACKAGE;
  const device = Object.keys(ON_ONE_DEVICE).find((name) => ON_ONE_DEVICE[name].includes(path));
  if (device !== undefined) return device;
  if (FILES.test(path)) return 'files';
  if (path.startsWith('test/golden/')) return 'golden';
  return propertyOf(path) ?? /^test\/(unit\/level-set\/volume|unit\/\w[\w-]*)\//.exec(path)?.[1];
};

/** A file for each group, which imports the files of the group; the other files as they are. */
const grouped = (files) => {
  rmSync(GROUPS, { recursive: true, force: true });
  const groups = new Map();
  const alone = files.filter((path) => groupOf(path) === undefined);
  for (const path of files.filter((path) => groupOf(path) !== undefined)) {
    groups.set(groupOf(path), [...(groups.get(groupOf(path)) ?? []), path]);
  }
  for (const [name, its] of Object.entries(ON_ONE_DEVICE)) groups.set(name, its);
  const entries = [...groups].map(([name, its]) => {
    const entry = `${GROUPS}/${name}.test.mjs`;
    const folder = dirname(entry);
    mkdirSync(folder, { recursive: true });
    writeFileSync(entry, its.map((path) => `import '${relative(folder, path)}';\n`).join(''));
    return entry;
  });
  return [...alone, ...entries];
};

const files = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const flags = process.argv.slice(2).filter((a) => a.startsWith('-') && a !== LONG_FLAG);
const long = process.argv.includes(LONG_FLAG);
const all = testFiles('test', long).filter((path) => !path.includes('browser/'));
// A long test sees by its process that it is one, and runs longer than a process takes to load.
const entries = long ? all : grouped(all);
const loaders = ['--import', './scripts/modules/loader.mjs', '--import', './scripts/seed.mjs', '--import', 'tsx'];
if (process.env.NODE_V8_COVERAGE) loaders.unshift('--import', './scripts/covered.mjs');
const { status } = spawnSync(
  process.execPath,
  [...loaders, '--test', ...concurrency, ...flags, ...(files.length ? files : entries)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
