/** The package in applications that other bundlers make of it, and what of it is in a library: nothing has to be configured for its worker. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { BuildOptions } from 'esbuild';
import { build, createServer, type InlineConfig, preview } from 'vite';
import { bundled, host, STRICT, servedUnder, visit, WITH_WASM } from '../support/cli/host-application.js';

const config: InlineConfig = { root: host, configFile: false, logLevel: 'error', server: { port: 0 } };

for (const [what, policy, codecs] of [
  ['without WebAssembly', STRICT, 'unsupported,unsupported'],
  ['with WebAssembly, which the page gives the worker', WITH_WASM, 'read,read'],
] as const) {
  test(`built by Vite as it comes, under a strict content security policy ${what}, the worker’s script lies beside the application’s`, async () => {
    if (policy === STRICT) await build(config);
    const headers = { 'Content-Security-Policy': policy };
    const server = await preview({ ...config, preview: { port: 0, headers } });
    try {
      const { title, workers } = await visit(server.resolvedUrls?.local[0]);
      assert.equal(title, `Polygon,${codecs}`);
      assert.match(workers.join(), /^http[^,]*\/worker-[\w-]+\.js$/);
    } finally {
      await server.close();
    }
  });
}

test('served by Vite while one develops, which leaves the worker’s script behind, it is started from the module that Vite made of it', async () => {
  const server = await createServer(config);
  try {
    await server.listen();
    const { title, workers } = await visit(server.resolvedUrls?.local[0]);
    assert.equal(title, 'Polygon,read,read');
    assert.match(workers.join(), /^http.*\/\.vite\/deps\/worker[\w-]*\.js/);
  } finally {
    await server.close();
  }
});

/** What esbuild makes of the application, and where its worker comes from then. */
const bundles: readonly (readonly [what: string, options: BuildOptions, policy: string, worker: RegExp])[] = [
  ['in one file it is made of text', { format: 'esm' }, `${WITH_WASM}; worker-src 'self' blob:`, /^blob:/],
  [
    'in one script it is made of text',
    { format: 'iife', minify: true },
    `${WITH_WASM}; worker-src 'self' blob:`,
    /^blob:/,
  ],
  ['in one file, under a strict policy, the page does its work', { format: 'esm' }, WITH_WASM, /^$/],
  [
    'in one file for old browsers the page does its work',
    { format: 'esm', target: 'es2020', keepNames: true },
    `${WITH_WASM}; worker-src 'self' blob:`,
    /^$/,
  ],
];
for (const [what, options, policy, worker] of bundles) {
  test(`bundled by esbuild ${what}`, async (t) => {
    const folder = await bundled(options);
    const type = options.format === 'iife' ? '' : 'type="module"';
    const { title, workers } = await visit(await servedUnder(folder, policy, t, type));
    assert.equal(
      title,
      worker.source === '^$' && policy === WITH_WASM ? 'Polygon,read,read,worker-src' : 'Polygon,read,read',
    );
    assert.match(workers.join(), worker);
  });
}

test('bundled by one that copies the script and tells its address from the root alone, as Next does, it is that copy', async (t) => {
  const taken: string[] = [];
  const outdir = await bundled({
    format: 'esm',
    plugins: [
      {
        name: 'from-the-root',
        setup: ({ onLoad }) =>
          onLoad({ filter: /snake-segmenter[\\/]dist[\\/].*\.js$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace(
              /new URL\(\s*["']([^"']*worker\.js)["'],\s*import\.meta\.url\s*\)/g,
              (_whole, script) => {
                taken.push(join(dirname(path), script));
                return '({ href: "/media/worker.js" })';
              },
            ),
          })),
      },
    ],
  });
  const [script] = taken;
  assert.ok(script, 'no worker in the package that a bundler recognises');
  mkdirSync(join(outdir, 'media'));
  copyFileSync(script, join(outdir, 'media', 'worker.js'));
  const { title, workers } = await visit(await servedUnder(outdir, WITH_WASM, t));
  assert.equal(title, 'Polygon,read,read');
  assert.match(workers.join(), /^http[^,]*\/media\/worker\.js$/);
});

/** Bytes of a Vite build of a library, and of what it imports at once. */
const bytesOfLibrary = async (source: string): Promise<number> => {
  const entry = join(host, 'library.js');
  writeFileSync(entry, source);
  const built = await build({
    ...config,
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'library' } },
  });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const code = new Map(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : [])));
  const names = new Set([...code.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of names) for (const next of code.get(name)?.imports ?? []) names.add(next);
  return [...names].reduce((sum, name) => sum + (code.get(name)?.code.length ?? 0), 0);
};

test('what an application does not use of the package is not in it, and helpers of the toolkit bring no engine', async () => {
  const entries = ['element.js', 'plugin.js', 'engine.js', 'toolkit.js'];
  const unused = await bytesOfLibrary(entries.map((name) => `import 'snake-segmenter/${name}';`).join('\n'));
  assert.ok(unused < 100, `${unused} bytes of what is not used`);
  const names = 'maskGeometry, measure, simplify, threshold, traceMask';
  const helpers = await bytesOfLibrary(`export { ${names} } from 'snake-segmenter/toolkit.js';`);
  // With the checks of what they are given, and the texts of errors; the engine's part alone has more than two hundred thousand.
  assert.ok(helpers > 1000 && helpers < 22_000, `${helpers} bytes of helpers`);
  // What channels and an own worker need besides: the channels' transforms, and Comlink.
  for (const name of ['applyChannel', 'channelList', 'provide']) {
    const bytes = await bytesOfLibrary(`export { ${name} } from 'snake-segmenter/toolkit.js';`);
    assert.ok(bytes > 1000 && bytes < 60_000, `${bytes} bytes of ${name}`);
  }
});
