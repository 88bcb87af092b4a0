/**
 * Two builds: the package, and `demo/dist/`, the demo. `BUILD` names one of them; else both.
 *
 * The package has each module once for each way of use. What a page, a worker and Node load alike lies in `cdn/`, in chunks without
 * imports from elsewhere. `dist/` has what imports packages (Lit, OpenSeadragon, Node's own), for those who bundle themselves
 * and for Node, and takes the rest from `cdn/`. In `cdn/` stand beside those chunks the same entries with these packages in them, for a
 * script tag.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, relative, resolve } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import esbuild, { minify } from 'rollup-plugin-esbuild';
import { minify as minifySlowly } from 'terser';
import { rollupModules } from './scripts/modules/modules.mjs';

const target = 'es2022';

/** A bug that is put back on purpose: `npm run fuzz -- --faults`. */
const withPlant = process.env.PLANT === undefined ? undefined : (await import('./test/fuzz/plant.mjs')).withPlant;
const planted = {
  name: 'planted-bug',
  transform: (code, id) => (withPlant ? { code: withPlant(relative(process.cwd(), id), code), map: null } : null),
};

/** Makes `new URL('….js', import.meta.url)` of a worker a chunk of the bundle, so that its address holds. In comments it stays as it is. */
const workerUrl = () => ({
  name: 'worker-url',
  transform(code, id) {
    const pattern = /^(?!\s*(?:\*|\/\/))(.*)new URL\(\s*(['"])(\.[^'"]*worker\.js)\2,\s*import\.meta\.url\s*,?\s*\)/gm;
    if (!/\/src\/|\/demo\//.test(id) || !pattern.test(code)) return null;
    const replaced = code.replace(pattern, (_whole, before, _quote, path) => {
      const source = resolve(dirname(id), path).replace(/\.js$/, '.ts');
      const chunk = this.emitFile({ type: 'chunk', id: source, name: 'worker' });
      return `${before}new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
    });
    return { code: replaced, map: null };
  },
});

/**
 * The worker in one file, with all it imports, which any bundler may copy as it stands. The file is also a module that a page may
 * import: then it runs nothing, and tells its own address and its text, for where no bundler copied it (`element/client/start-worker.ts`).
 * Codecs, which `cdn/` loads when first needed, are in it too, but for their WebAssembly, which the page gives when asked.
 */
const WORKER = 'dist/worker/worker.js';
/** In a worker of one file, WebAssembly comes from the page. */
const packedFromPage = {
  name: 'packed-from-page',
  resolveId: (source) => (source.endsWith('/packed.js') ? resolve('src/worker/packed-from-page.ts') : null),
};

/** The import of that file, until it is known from where. */
const IN_PLACE = 'in-place-of-worker-module';
let selfContained = '';
const selfContainedWorker = () => ({
  name: 'self-contained-worker',
  async buildStart() {
    const plugins = [packedFromPage, ...bundled()];
    const bundle = await rollup({ input: 'src/worker/worker.ts', plugins, treeshake, onwarn: warn });
    const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true, sourcemap: false });
    await bundle.close();
    const [{ code, exports, imports }] = output;
    if (exports.length + imports.length > 0 || code.includes('import.meta'))
      this.error('The worker must be a script that stands alone');
    ({ code: selfContained } = await smallest.renderChunk(`export const serve = (self) => {${code}};
if (typeof WorkerGlobalScope !== 'undefined' && globalThis instanceof WorkerGlobalScope) serve(globalThis);
export const address = import.meta.url;
export const text = () => \`(\${serve})(self);\`;
`));
  },
  resolveId: (source) => (source.endsWith('/worker-module.js') ? { id: IN_PLACE, external: true } : null),
  renderChunk: (code, { fileName }) =>
    code.includes(IN_PLACE)
      ? { code: code.replaceAll(IN_PLACE, relative(dirname(fileName), WORKER)), map: null }
      : null,
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

/** The projections of the systems that `src/contours/formats/georeference.ts` knows, beside Mercator and degrees, which proj4 always has. */
const PROJECTIONS = ['tmerc', 'etmerc', 'utm', 'laea'];

/** proj4 without what those systems do not ask for: other projections, definitions as WKT, references of military maps, and files of datum shifts. */
const leanProj4 = () => ({
  name: 'lean-proj4',
  resolveId: (source) =>
    ['mgrs', 'wkt-parser'].includes(source) ? { id: `\0no-${source}`, moduleSideEffects: false } : null,
  load: (id) =>
    /^\0no-(mgrs|wkt-parser)$/.test(id)
      ? 'export const toPoint = undefined, forward = undefined; export default {};'
      : null,
  transform(code, id) {
    const [, file] = /[\\/]proj4[\\/](projs|lib[\\/]index)\.js$/.exec(id) ?? [];
    if (file === undefined) return null;
    const there = Array.from(code.matchAll(/^import (\w+) from '\.\/lib\/projections\//gm), ([, name]) => name);
    const missing = PROJECTIONS.filter((name) => file === 'projs' && !there.includes(name));
    if (missing.length > 0) this.error(`proj4 has no ${missing.join(', ')} any more`);
    const names = file === 'projs' ? there.filter((name) => !PROJECTIONS.includes(name)) : ['nadgrid'];
    const lean = names.reduce((left, name) => {
      const without = left.replace(new RegExp(`^.*[ (]${name}(?: from .*|\\);|,)$`, 'gm'), '');
      if (without === left) this.error(`proj4 has no ${name} any more`);
      return without;
    }, code);
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

/** Terser takes a thirtieth off what esbuild leaves. What bundlers read in comments stays. */
const smallest = {
  name: 'smallest',
  async renderChunk(source) {
    const { code } = await minifySlowly(source, {
      module: true,
      ecma: 2022,
      compress: { passes: 3 },
      format: { comments: /@vite-ignore|webpackIgnore/, preserve_annotations: true },
    });
    return { code, map: null };
  },
};

/** The texts of Lit's templates in a syntax tree, with their tag. */
function* templateTexts(node) {
  if (typeof node?.type !== 'string') return;
  if (node.type === 'TaggedTemplateExpression' && ['css', 'html', 'svg'].includes(node.tag.name))
    for (const { start, end } of node.quasi.quasis) yield { tag: node.tag.name, start, end };
  for (const child of Object.values(node).flat()) yield* templateTexts(child);
}

/** Styles and templates of Lit without comments and indentation. */
const plainTemplates = {
  name: 'plain-templates',
  transform(code, id) {
    if (!/[\\/]src[\\/]element[\\/]/.test(id) || !/(?:css|html|svg)`/.test(code)) return null;
    const texts = [...templateTexts(this.parse(code))].sort((a, b) => b.start - a.start);
    const plain = texts.reduce((left, { tag, start, end }) => {
      const text = left.slice(start, end);
      const bare =
        tag === 'css' ? text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ') : text.replace(/\n\s*/g, '\n');
      return left.slice(0, start) + bare + left.slice(end);
    }, code);
    return { code: plain, map: null };
  },
};

/** Warnings about the packages we use are theirs to heed. */
const warn = (warning, handler) => {
  if (!/node_modules/.test(warning.id ?? warning.message)) handler(warning);
};

const sources = () => [rollupModules(), esbuild({ target, tsconfig: 'tsconfig.json' }), plainTemplates];

const bundled = () => [
  planted,
  workerUrl(),
  noBuiltins(),
  withoutNumcodecs(),
  leanProj4(),
  nodeResolve({ browser: true, exportConditions: ['browser'] }),
  commonjs(),
  ...sources(),
  minify({ target, legalComments: 'none' }),
];

/** Packages whose modules do nothing but define what they export, though they do not say so. */
const treeshake = {
  moduleSideEffects: (id) => !/[\\/]node_modules[\\/](clipper2-ts|robust-predicates|saxes|xmlchars)[\\/]/.test(id),
};

const chunks = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', sourcemap: false };

/** Packages that stay imports in `dist/`: a host has one copy of Lit and of OpenSeadragon, and Node its own. */
const { peerDependencies, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const imported = [
  ...Object.keys({ ...peerDependencies, ...dependencies }),
  'react',
  'preact',
  'solid-js',
  'vue',
  'svelte',
];
const isImported = (id) => isBuiltin(id) || imported.some((name) => id === name || id.startsWith(`${name}/`));

/** Modules that import what `isImported` says, themselves or through others: only `dist/` can have them. */
const importing = new Set();
const findImporting = {
  name: 'find-importing',
  buildEnd() {
    const importers = (id) => {
      const info = this.getModuleInfo(id);
      return [...info.importers, ...info.dynamicImporters];
    };
    const follow = (id) => {
      for (const importer of importers(id)) {
        if (importing.has(importer)) continue;
        importing.add(importer);
        follow(importer);
      }
    };
    for (const id of this.getModuleIds()) {
      if (this.getModuleInfo(id).isExternal) follow(id);
    }
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      const beyond = /^cdn\//.test(chunk.fileName) && chunk.imports?.find((path) => !path.startsWith('cdn/'));
      if (beyond) this.error(`${chunk.fileName} imports ${beyond}, which lies elsewhere`);
    }
  },
};

/**
 * What a page and its worker load at once, in three chunks: what the page needs, whether the worker needs it or not, since one script compresses better
 * than two; what the worker needs besides; and the element as far as it imports no package, which `dist/` and the script tag's entries then share. Otherwise each
 * set of entries that shares modules would make a chunk. What a device needs is one chunk, what a second look at a box needs is one, and one for each algorithm's shaders.
 */
const firstLoad = (id, { getModuleInfo }) => {
  if (importing.has(id) || id.startsWith('\0')) return null;
  const [page, script, toolkit] = ['src/index.ts', 'src/worker/worker.ts', 'src/toolkit.ts'].map((entry) =>
    loadedBy(resolve(entry), getModuleInfo),
  );
  if (id === resolve('src/worker/worker.ts')) return null;
  // Bundlers leave out what an application does not use of helpers, but not of a script with the engine.
  if (script.has(id)) return page.has(id) || toolkit.has(id) ? 'common' : 'engine';
  const path = relative(process.cwd(), id).replaceAll('\\', '/');
  const shaders = /^src\/wgsl\/([^/]+)\//.exec(path)?.[1];
  if (shaders === 'common' || /^src\/(compute\/(gpu-.*|wgsl)|snake\/prepare)\.ts$/.test(path)) return 'device';
  if (shaders) return `${shaders}-shaders`;
  // Shared by a codec of the worker and a format of the page, and too small for a script of its own.
  if (path === 'src/core/crc32.ts') return 'common';
  // In idle time, on a volume too.
  if (path === 'src/worker/ahead/rehearsal.ts' || path.endsWith('/volume-source.ts')) return 'rehearsal';
  // Plain pictures and tiles are PNG as often as not, and one script compresses better than two.
  if (path.startsWith('src/image/codecs/png/')) return 'engine';
  if (!page.has(id))
    return loadedBy(resolve('src/snake/weighing/box-surface.ts'), getModuleInfo).has(id) ? 'second-look' : null;
  return path.startsWith('src/element/') ? 'element' : 'common';
};

const loads = new Map();
/** A module, and all that it imports statically. */
const loadedBy = (entry, getModuleInfo) => {
  if (loads.has(entry)) return loads.get(entry);
  const found = new Set();
  const follow = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of getModuleInfo(id)?.importedIds ?? []) follow(next);
  };
  follow(entry);
  loads.set(entry, found);
  return found;
};

/** Addresses of other scripts of the package, wherever the module that asks for one comes to lie. */
const packagedScripts = {
  name: 'packaged-scripts',
  transform(code, id) {
    const reference = (file) => `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile(file)})`;
    if (/[\\/]client[\\/]start-worker\.ts$/.test(id)) {
      const address = /new URL\('[^']*worker\.js', import\.meta\.url\)/;
      this.emitFile({
        type: 'prebuilt-chunk',
        fileName: WORKER,
        code: selfContained,
        exports: ['address', 'text', 'serve'],
      });
      // As it stands: the address that Next gives is relative, and no address by itself.
      return { code: code.replace(address, `new URL('${IN_PLACE}', import.meta.url)`), map: null };
    }
    if (/[\\/]cli[\\/]pool[\\/]pool\.ts$/.test(id)) {
      const file = { type: 'chunk', id: resolve('src/cli/pool/process.ts'), fileName: 'dist/cli/pool/process.js' };
      return { code: code.replace("import.meta.resolve('./process.js')", () => `${reference(file)}.href`), map: null };
    }
    return null;
  },
};

const frameworks = ['react', 'preact', 'solid', 'vue', 'svelte'];

const packageBuild = {
  input: {
    'dist/index': 'src/index.ts',
    'dist/engine': 'src/engine.ts',
    'dist/node': 'src/node.ts',
    'dist/engine-thread': 'src/node/engine-thread.ts',
    'dist/plugin': 'src/plugin.ts',
    'dist/toolkit': 'src/toolkit.ts',
    ...Object.fromEntries(frameworks.map((name) => [`dist/frameworks/${name}`, `src/frameworks/${name}.ts`])),
    'dist/element/snake-segmenter': 'src/element/snake-segmenter.ts',
    'dist/cli/main': 'src/cli/main.ts',
    'cdn/worker': 'src/worker/worker.ts',
  },
  external: isImported,
  plugins: [
    selfContainedWorker(),
    findImporting,
    planted,
    packagedScripts,
    withoutNumcodecs(),
    leanProj4(),
    nodeResolve({ browser: true, exportConditions: ['browser'] }),
    commonjs(),
    ...sources(),
    minify({ target, legalComments: 'none' }),
    smallest,
  ],
  treeshake,
  onwarn: warn,
  output: {
    dir: '.',
    format: 'es',
    hoistTransitiveImports: false,
    manualChunks: firstLoad,
    entryFileNames: ({ name }) => (name === 'cdn/worker' ? 'cdn/worker-[hash].js' : '[name].js'),
    chunkFileNames: ({ moduleIds }) =>
      `${moduleIds.some((id) => importing.has(id) || id.startsWith(resolve('src/cli'))) ? 'dist/parts' : 'cdn'}/[name]-[hash].js`,
    sourcemap: false,
  },
};

/** The entries for a script tag, from those of `dist/`: with Lit and OpenSeadragon, and with the chunks that lie in `cdn/` already. */
const BESIDE = 'beside-this/';
const scriptTag = {
  name: 'script-tag',
  resolveId(source, importer) {
    if (source.endsWith('/worker/worker.js')) return '\0empty';
    const found = /^\.\.?\//.test(source) ? resolve(dirname(importer ?? ''), source) : source;
    if (dirname(found) !== resolve('cdn')) return null;
    return { id: `${BESIDE}${basename(found)}`, external: true, moduleSideEffects: false };
  },
  renderChunk: (code) => ({ code: code.replaceAll(BESIDE, './'), map: null }),
  transform(code) {
    const [own] = readdirSync('cdn').filter((name) => name.startsWith('worker-'));
    const lean = code.replace(/(new URL\(["'])[^"']*\/worker\/worker\.js/g, (_whole, start) => `${start}./${own}`);
    return lean === code ? null : { code: lean, map: null };
  },
};

const builds = {
  package: [
    packageBuild,
    {
      input: {
        'snake-segmenter': 'dist/index.js',
        engine: 'dist/engine.js',
        plugin: 'dist/plugin.js',
        toolkit: 'dist/toolkit.js',
      },
      // What parts that come later share with the tag stays in its script: a script between would be one more way to the server and back.
      preserveEntrySignatures: 'allow-extension',
      plugins: [
        scriptTag,
        noBuiltins(),
        nodeResolve({ browser: true, exportConditions: ['browser'] }),
        commonjs(),
        minify({ target, legalComments: 'none' }),
        smallest,
      ],
      onwarn: warn,
      output: { dir: 'cdn', format: 'es', ...chunks },
    },
  ],
  demo: {
    input: { 'snake-segmenter': 'src/index.ts', demo: 'demo/main.ts' },
    treeshake,
    plugins: [...bundled(), assets({ 'uplot.css': 'node_modules/uplot/dist/uPlot.min.css' })],
    onwarn: warn,
    output: { dir: 'demo/dist', format: 'es', ...chunks },
  },
};

const wanted = process.env.BUILD?.split(',') ?? Object.keys(builds);
export default wanted.flatMap((name) => builds[name]);
