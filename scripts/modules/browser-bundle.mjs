/**
 * The browser's tests and what they test as some hundred modules in memory, and each worker as one. As they stand in the sources a page asks for
 * five hundred, and each of its workers for hundreds more, which costs more than to run them.
 */
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { codecAddress, esbuildModules } from './modules.mjs';

/** What pages load by an address, beside the tests. */
const PAGES = ['src/index.ts', 'demo/main.ts'];

/**
 * What workers load by an address: one file each, as in the package. Every component that a test puts into a page starts a worker, and a browser takes
 * longer to fetch a hundred modules than to run them.
 */
const WORKERS = ['src/worker/worker.ts', 'test/fixtures/own-algorithms.worker.ts', 'test/support/threads/faulty.ts'];

/** A path below the root of the repository, with `/` on every system. */
const below = (path) => relative('.', path).replaceAll('\\', '/');

/** Gives `import.meta.url` the path that the source has, at the origin that the module came from. */
const sources = (changed) => ({
  name: 'sources',
  setup({ onLoad, onResolve }) {
    // The package says of its modules that to import them does nothing; a page imports its tests for nothing else.
    onResolve({ filter: /\.test\.js$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\.js$/, '.ts')),
      sideEffects: true,
    }));
    onLoad({ filter: /[\\/](src|demo|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const name = below(path);
      const text = changed(name, await readFile(path, 'utf8'));
      const address = `new URL('/${name.replace(/\.ts$/, '.js')}', import.meta.url).href`;
      return { contents: text.replace(/import\.meta\.url(?! ===)/g, address), loader: 'ts' };
    });
  },
});

/** Leaves a worker the codecs and packages that it imports when it needs them: they are much to read at each start. */
const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve, resolve: resolved }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === packagesApart) return undefined;
      const codec = codecAddress(path);
      if (codec !== undefined) return { path: codec, external: true };
      const { path: file } = await resolved(path, { kind, resolveDir, pluginData: packagesApart });
      return { path: `/${below(file)}`, external: true };
    });
  },
};

/**
 * Resolves to a map from the address of a module below the root of the server, as `/src/index.js`, to its text; maps of sources are in it too.
 * @param tests the files that pages begin with
 * @param changed gives the text of a source that takes the place of the one it has, by its path from the root of the repository
 */
export const browserBundle = async (tests, changed = (_, text) => text) => {
  const bundle = async (entryPoints, splitting, plugins = []) => {
    const { outputFiles } = await build({
      entryPoints,
      outbase: '.',
      outdir: resolve('.'),
      write: false,
      bundle: true,
      splitting,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      sourcemap: 'linked',
      sourcesContent: false,
      chunkNames: 'bundled/[name]-[hash]',
      // The first is the runner's own; a codec asks for the others in Node alone.
      external: ['/__web-dev-server__web-socket.js', 'fs', 'path'],
      logLevel: 'error',
      plugins: [sources(changed), ...plugins, esbuildModules()],
    });
    return outputFiles;
  };
  const outputs = await Promise.all([bundle([...PAGES, ...tests], true), bundle(WORKERS, false, [packagesApart])]);
  return new Map(outputs.flat().map(({ path, text }) => [`/${below(path)}`, text]));
};
