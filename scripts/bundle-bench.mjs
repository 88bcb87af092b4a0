/**
 * Bundles benchmarks, by their names or paths, into `.build/<name>.mjs`: each one file that Node runs without this repository, for a machine
 * that has a GPU and no registry. Only Dawn (`webgpu`) and `playwright-core` stay outside. `--browser`: for a page or a worker in place of Node.
 */
import { basename } from 'node:path';
import { build } from 'esbuild';
import { benchFile } from './benches.mjs';
import { esbuildModules } from './modules/modules.mjs';

const given = process.argv.slice(2);
const inBrowser = given.includes('--browser');

for (const name of given.filter((each) => !each.startsWith('--'))) {
  const path = name.endsWith('.ts') ? name : benchFile(name);
  const outfile = `.build/${basename(path, '.ts')}.mjs`;
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    format: 'esm',
    platform: inBrowser ? 'browser' : 'node',
    target: inBrowser ? 'es2022' : 'node20',
    // A codec asks for the last two in Node alone.
    external: ['webgpu', 'playwright-core', ...(inBrowser ? ['fs', 'path'] : [])],
    plugins: [esbuildModules()],
  });
  console.log(
    `${outfile}: ${inBrowser ? 'a module for a page or a worker' : 'run it with node, and webgpu or playwright-core in node_modules'}`,
  );
}
