/**
 * Three builds: `dist/`, modules for those who bundle themselves, and the worker in one; `cdn/`, everything in one folder for a
 * script tag; `demo/dist/`, the demo. `BUILD` names some of them, separated by commas; else all.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import esbuild, { minify } from 'rollup-plugin-esbuild';
import { rollupModules } from './scripts/modules/modules.mjs';

const target = 'es2022';

/** A bug that is put back on purpose: `npm run fuzz -- --faults`. */
const withPlant = process.env.PLANT === undefined ? undefined : (await import('./test/fuzz/plant.mjs')).withPlant;
const planted = {
  name: 'planted-bug',
  transform: (code, id) => (withPlant ? { code: withPlant(relative(process.cwd(), id), code), map: null } : null),
};

/** Makes `new URL('….js', import.meta.url)` of a worker a chunk of the bundle, so that its address holds. */
const workerUrl = () => ({
  name: 'worker-url',
  transform(code, id) {
    const pattern = /new URL\(\s*(['"])(\.[^'"]*worker\.js)\1,\s*import\.meta\.url\s*,?\s*\)/g;
    if (!/\/src\/|\/demo\//.test(id) || !pattern.test(code)) return null;
    const replaced = code.replace(pattern, (_whole, _quote, path) => {
      const source = resolve(dirname(id), path).replace(/\.js$/, '.ts');
      const chunk = this.emitFile({ type: 'chunk', id: source, name: 'worker' });
      return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
    });
    return { code: replaced, map: null };
  },
});

/**
 * The worker in one file, with all it imports, which any bundler may copy as it stands: `worker/worker.js`, and as text
 * in `element/client/worker-source.js` for where none does. Codecs, which `cdn/` loads when first needed, are in it too: they
 * are a third of it, of which WebAssembly is text until it is wanted.
 */
const selfContainedWorker = () => {
  let code;
  return {
    name: 'self-contained-worker',
    async buildStart() {
      const bundle = await rollup({ input: 'src/worker/worker.ts', plugins: bundled(), treeshake, onwarn: warn });
      const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true, sourcemap: false });
      await bundle.close();
      [{ code }] = output;
      this.emitFile({ type: 'prebuilt-chunk', fileName: 'worker/worker.js', code });
    },
    load: (id) =>
      /[\\/]element[\\/]client[\\/]worker-source\.ts$/.test(id) ? `export default ${JSON.stringify(code)};` : null,
  };
};

/**
 * Modules of `dist/` with what they import, because the packages are no dependencies: that of FlatGeobuf would bring OpenLayers
 * into every installation, zarrita 3 MB of codecs and readers that this package has or does not need.
 */
const selfContained = /[\\/]formats[\\/](flatgeobuf[\\/]schema|zarr[\\/]zarrita)\.ts$/;
const selfContainedModules = () => ({
  name: 'self-contained-modules',
  async load(id) {
    if (!selfContained.test(id)) return null;
    const bundle = await rollup({ input: id, plugins: bundled(), onwarn: warn });
    const { output } = await bundle.generate({ format: 'es', sourcemap: false });
    await bundle.close();
    return output[0].code;
  },
});

/** A bundle is for browsers: Node's modules, which geotiff imports for Node alone, are empty there. */
const noBuiltins = () => ({
  name: 'no-builtins',
  resolveId: (source) => (isBuiltin(source) ? { id: '\0empty', moduleSideEffects: false } : null),
  load: (id) => (id === '\0empty' ? 'export default {};' : null),
});

/** zarrita without the codecs of `numcodecs`, in whose place `src/image/formats/zarr/codecs.ts` puts its own. */
const withoutNumcodecs = () => ({
  name: 'without-numcodecs',
  transform(code, id) {
    if (!/[\\/]zarrita[\\/]dist[\\/]src[\\/]codecs\.js$/.test(id)) return null;
    const lean = code.replace(/import\("numcodecs\/\w+"\)/g, 'Promise.resolve({})');
    if (lean === code) this.error('zarrita imports no codec of numcodecs any more');
    return { code: lean, map: null };
  },
});

/** Files that the demo's page loads beside its scripts. */
const assets = (files) => ({
  name: 'assets',
  buildStart() {
    for (const [fileName, path] of Object.entries(files)) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
    }
  },
});

/** Warnings about the packages we use are theirs to heed. */
const warn = (warning, handler) => {
  if (!/node_modules/.test(warning.id ?? warning.message)) handler(warning);
};

const sources = () => [rollupModules(), esbuild({ target, tsconfig: 'tsconfig.json' })];

const bundled = () => [
  planted,
  workerUrl(),
  noBuiltins(),
  withoutNumcodecs(),
  nodeResolve({ browser: true, exportConditions: ['browser'] }),
  commonjs(),
  ...sources(),
  minify({ target, legalComments: 'none' }),
];

/** Packages whose modules do nothing but define what they export, though they do not say so. */
const treeshake = { moduleSideEffects: (id) => !/[\\/]node_modules[\\/](clipper2-ts|saxes|xmlchars)[\\/]/.test(id) };

const chunks = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', sourcemap: false };

const builds = {
  dist: {
    input: {
      index: 'src/index.ts',
      engine: 'src/engine.ts',
      node: 'src/node.ts',
      plugin: 'src/plugin.ts',
      toolkit: 'src/toolkit.ts',
      ...Object.fromEntries(
        ['react', 'preact', 'solid', 'vue', 'svelte'].map((name) => [
          `frameworks/${name}`,
          `src/frameworks/${name}.ts`,
        ]),
      ),
      'element/snake-segmenter': 'src/element/snake-segmenter.ts',
      'cli/main': 'src/cli/main.ts',
      'cli/pool/process': 'src/cli/pool/process.ts',
    },
    external: (id) => !/^[./]|^[A-Za-z]:\\|^codec:/.test(id),
    plugins: [selfContainedWorker(), selfContainedModules(), ...sources()],
    onwarn: warn,
    output: {
      dir: 'dist',
      format: 'es',
      preserveModules: true,
      preserveModulesRoot: 'src',
      // The modules are readable as they are; maps would be half of the package.
      sourcemap: false,
    },
  },
  cdn: {
    input: {
      'snake-segmenter': 'src/index.ts',
      engine: 'src/engine.ts',
      plugin: 'src/plugin.ts',
      toolkit: 'src/toolkit.ts',
    },
    plugins: bundled(),
    treeshake,
    onwarn: warn,
    output: { dir: 'cdn', format: 'es', ...chunks },
  },
  demo: {
    input: { 'snake-segmenter': 'src/index.ts', demo: 'demo/main.ts' },
    treeshake,
    plugins: [...bundled(), assets({ 'uplot.css': 'node_modules/uplot/dist/uPlot.min.css' })],
    onwarn: warn,
    output: { dir: 'demo/dist', format: 'es', ...chunks },
  },
};

const wanted = process.env.BUILD?.split(',') ?? Object.keys(builds);
export default wanted.map((name) => builds[name]);
