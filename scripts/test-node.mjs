/** Runs the tests that need no browser with Node's own runner. Arguments: files, else all of them. */
import { spawnSync } from 'node:child_process';
import { globSync } from './glob.mjs';

const files = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const flags = process.argv.slice(2).filter((a) => a.startsWith('-'));
const all = globSync('test', (path) => path.endsWith('.test.ts') && !path.includes('browser/'));
const { status } = spawnSync(
  process.execPath,
  ['--import', './scripts/wgsl-loader.mjs', '--import', 'tsx', '--test', ...flags, ...(files.length ? files : all)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
