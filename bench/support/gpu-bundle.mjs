/** Bundles a benchmark to one file: `node bench/support/gpu-bundle.mjs ENTRY OUT [browser]`, for machines without a registry. */
import { build } from 'esbuild';
import { esbuildModules } from '../../scripts/modules/modules.mjs';

const [entry, outfile, platform = 'node'] = process.argv.slice(2);
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform,
  external: ['webgpu'],
  logLevel: 'warning',
  plugins: [esbuildModules()],
});
