/** Runs the tests that need no browser with Node's own runner. Arguments: files, else all of them. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { globSync } from './glob.mjs';

/** Files that run at once: one a core, and no more than a small machine has memory for. */
const atOnce = Math.min(4, availableParallelism());
/** Node before 20.10 knows no such flag, and runs one file fewer than there are cores. */
const [major, minor] = process.versions.node.split('.').map(Number);
const concurrency = major > 20 || minor >= 10 ? [`--test-concurrency=${atOnce}`] : [];

const files = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const flags = process.argv.slice(2).filter((a) => a.startsWith('-'));
const all = globSync('test', (path) => path.endsWith('.test.ts') && !path.includes('browser/'));
const loaders = ['--import', './scripts/modules/loader.mjs', '--import', './scripts/seed.mjs', '--import', 'tsx'];
if (process.env.NODE_V8_COVERAGE) loaders.unshift('--import', './scripts/covered.mjs');
const { status } = spawnSync(
  process.execPath,
  [...loaders, '--test', ...concurrency, ...flags, ...(files.length ? files : all)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
