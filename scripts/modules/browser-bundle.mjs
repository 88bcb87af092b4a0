/**
 * The browser's tests, what they test and its workers as some hundred modules in memory. As they stand in the sources a page asks for
 * five hundred, and each of its workers for hundreds more, which costs more than to run them.
 */
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { globSync } from '../glob.mjs';
import { esbuildModules } from './modules.mjs';

/** What pages and workers load by an address. */
const LOADED = [
  'src/index.ts',
  'src/worker/worker.ts',
  'demo/main.ts',
  'test/fixtures/own-algorithms.worker.ts',
  'test/support/threads/faulty.ts',
];

/** A path below the root of the repository, with `/` on every system. */
const below = (path) => relative('.', path).replaceAll('\\', '/');

/** Gives `import.meta.url` the path that the source has, at the origin that the module came from. */
const sources = (changed) => ({
  name: 'sources',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](src|demo|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const name = below(path);
      const text = changed(name, await readFile(path, 'utf8'));
      const address = `new URL('/${name.replace(/\.ts$/, '.js')}', import.meta.url).href`;
      return { contents: text.replace(/import\.meta\.url(?! ===)/g, address), loader: 'ts' };
    });
  },
});

/**
 * Resolves to a map from the address of a module below the root of the server, as `/src/index.js`, to its text; maps of sources are in it too.
 * @param changed gives the text of a source that takes the place of the one it has, by its path from the root of the repository
 */
export const browserBundle = async (changed = (_, text) => text) => {
  const tests = globSync('test/browser', (path) => path.endsWith('.test.ts'));
  const { outputFiles } = await build({
    entryPoints: [...LOADED, ...tests],
    outbase: '.',
    outdir: resolve('.'),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    sourcemap: 'linked',
    sourcesContent: false,
    chunkNames: 'bundled/[name]-[hash]',
    // The first is the runner's own; a codec asks for the others in Node alone.
    external: ['/__web-dev-server__web-socket.js', 'fs', 'path'],
    logLevel: 'error',
    plugins: [sources(changed), esbuildModules()],
  });
  return new Map(outputFiles.map(({ path, text }) => [`/${below(path)}`, text]));
};
