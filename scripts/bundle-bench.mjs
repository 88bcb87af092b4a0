/**
 * Bundles a benchmark into `.build/<name>.mjs`, one file that Node runs without this repository: for a machine that has a
 * GPU and no registry. Only Dawn (`webgpu`) stays outside.
 */
import { build } from 'esbuild';
import { benchFile } from './benches.mjs';
import { esbuildModules } from './modules/modules.mjs';

for (const name of process.argv.slice(2)) {
  const outfile = `.build/${name}.mjs`;
  await build({
    entryPoints: [benchFile(name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['webgpu'],
    plugins: [esbuildModules()],
  });
  console.log(`${outfile}: run it with node, and webgpu in node_modules`);
}
