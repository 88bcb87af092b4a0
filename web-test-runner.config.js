import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { findChrome } from './scripts/machine/chrome.mjs';
import { browserBundle } from './scripts/modules/browser-bundle.mjs';
import { browserPages } from './scripts/modules/browser-pages.mjs';
import { vendor } from './scripts/modules/dependencies.mjs';
import { servedModules } from './scripts/modules/modules.mjs';
import { browserCounts } from './scripts/test-counts.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const vendored = await vendor();

/** Tests run from the sources; `new URL('./worker.js', import.meta.url)` must find `worker.ts`, as imports do. */
const typescriptForJavaScript = (context, next) => {
  const [pathname, query] = context.url.split('?');
  if (/^\/(src|test|demo)\/.*\.js$/.test(pathname)) {
    const source = pathname.replace(/\.js$/, '.ts');
    if (existsSync(path(`.${source}`))) context.url = query === undefined ? source : `${source}?${query}`;
  }
  return next();
};

/** The demo's page names what is built of it; tests take the sources in place of that. */
const demoSources = new Map([
  ['/demo/dist/snake-segmenter.js', '/src/index.ts'],
  ['/demo/dist/demo.js', '/demo/main.ts'],
  ['/demo/dist/uplot.css', '/node_modules/uplot/dist/uPlot.min.css'],
]);

const demoFromSources = (context, next) => {
  const source = demoSources.get(context.path);
  return source === undefined ? next() : context.redirect(source);
};

/** The same files at 127.0.0.1 stand for a CDN: another origin than localhost, open to everybody. */
const elsewhere = (context, next) => {
  if (context.hostname === '127.0.0.1') context.set('Access-Control-Allow-Origin', '*');
  return next();
};

/** Answers an address with `?without-cors` as a server does that lets no other origin read. */
const withoutCors = async (context, next) => {
  await next();
  if ('without-cors' in context.query) context.remove('Access-Control-Allow-Origin');
};

/** Answers an address with `?together=N` once N requests for it are under way; one that waits in vain finds nothing. */
const waiting = new Map();
const together = async (context, next) => {
  const count = Number(context.query.together ?? 0);
  if (count === 0) return next();
  const requests = waiting.get(context.url) ?? [];
  waiting.set(context.url, requests);
  const met = await new Promise((resolve) => {
    requests.push(resolve);
    setTimeout(resolve, 5000, false);
    if (requests.length < count) return;
    waiting.delete(context.url);
    for (const request of requests) request(true);
  });
  if (!met) context.status = 404;
  else await next();
};

/**
 * Counts the requests of files with `?counted=NAME`, and answers `?count-of=NAME` with their number, and with `again` with the number of those for
 * a file that was asked for before. With `no-store` nobody may keep the answer.
 */
const counts = new Map();
const counted = async (context, next) => {
  const { counted: name, 'count-of': asked } = context.query;
  if (asked !== undefined) {
    const paths = counts.get(asked) ?? [];
    context.set('Cache-Control', 'no-store');
    context.body = String('again' in context.query ? paths.length - new Set(paths).size : paths.length);
    return;
  }
  if (name !== undefined) counts.set(name, [...(counts.get(name) ?? []), context.path]);
  await next();
  if ('no-store' in context.query) context.set('Cache-Control', 'no-store');
};

/**
 * Answers an address with `?guarded=NAME` with 401 where the request lacks the token that `?guard=NAME&token=TOKEN` has set, or where the
 * address has the part that `&before=PART` names: the token ran out before those were asked for. Nobody may keep an answer.
 */
const guards = new Map();
const guarded = async (context, next) => {
  const { guard, token, before, guarded: name } = context.query;
  if (guard !== undefined) {
    guards.set(guard, { token, before });
    context.set('Cache-Control', 'no-store');
    context.body = '';
    return;
  }
  if (name === undefined) return next();
  const its = guards.get(name);
  const isLate = its?.before !== undefined && context.path.includes(its.before);
  if (!isLate && context.get('Authorization') === `Bearer ${its?.token}`) await next();
  else context.status = 401;
  context.set('Cache-Control', 'no-store');
};

/** The server leaves out files whose names begin with a dot; a Zarr hierarchy of version 2 has its metadata in them. */
const zarrMetadata = (context, next) => {
  const file = path(`.${context.path}`);
  if (!/^\/test\/data\/zarr\/[\w./-]*\/\.z\w+$/.test(context.path) || !existsSync(file)) return next();
  context.body = createReadStream(file);
};

/** A page's own link to the browser's protocol: another link cannot take back what one has set, and the runner uses its pages again. */
const links = new WeakMap();

/** Media features that the runner's own command does not know, such as `forced-colors`, by the browser's protocol; none takes all back. */
const mediaFeatures = {
  name: 'media-features-command',
  async executeCommand({ command, payload, session }) {
    if (command !== 'media-features') return undefined;
    const page = session.browser.getPage(session.id);
    if (page.setMediaFeatures) {
      await page.setMediaFeatures(payload);
      return true;
    }
    const link = links.get(page) ?? (await page.createCDPSession());
    links.set(page, link);
    const features = Object.entries(payload).map(([name, value]) => ({ name, value }));
    await link.send('Emulation.setEmulatedMedia', { features });
    return true;
  },
};

const dependencies = {
  name: 'vendored-dependencies',
  resolveImport: ({ source }) => vendored.get(source),
};

/** A bug that is put back on purpose: `npm run fuzz -- --faults`. */
const planted = async () =>
  process.env.PLANT === undefined ? undefined : (await import('./test/fuzz/plant.mjs')).withPlant;

const watched = process.argv.includes('--watch');
/** Files that are named run in a page each, and so does every file with `--watch`. */
const named = process.argv.filter((argument) => argument.endsWith('.test.ts'));
const files = watched
  ? ['test/browser/**/*.test.ts']
  : named.length > 0
    ? named
    : browserPages(process.env.LONG_TESTS === '1');

/** Sources that are tested come in few modules; what is not among them is served as it stands, and so is everything with `--watch`. */
const bundle = watched ? new Map() : await browserBundle(files, await planted());
const bundled = (context, next) => {
  const text = bundle.get(context.path.replace(/\.ts$/, '.js'));
  if (text === undefined) return next();
  context.type = 'js';
  context.body = text;
};

export default {
  rootDir: path('.'),
  files,
  nodeResolve: { exportConditions: ['browser'] },
  concurrency: 1,
  // Long enough for a machine that is busy with Node's tests; what hangs still ends.
  testFramework: { config: { timeout: 240_000 } },
  testsFinishTimeout: 900_000,
  browserStartTimeout: 300_000,
  reporters: [defaultReporter(), ...(process.env.TEST_COUNTS ? [browserCounts(process.env.TEST_COUNTS)] : [])],
  middleware: [
    guarded,
    counted,
    together,
    withoutCors,
    elsewhere,
    zarrMetadata,
    demoFromSources,
    bundled,
    typescriptForJavaScript,
  ],
  plugins: [
    servedModules(path),
    mediaFeatures,
    dependencies,
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: path('./tsconfig.json') }),
  ],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: findChrome(),
        timeout: 300_000,
        // Nothing asks the link for a page's requests, and the browser takes longer to tell of one than to make it.
        networkEnabled: false,
        args: [
          '--no-sandbox',
          '--enable-unsafe-webgpu',
          '--use-webgpu-adapter=swiftshader',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          // Memory that is free stays with the process: a virtual machine takes long to give it back and to map it anew.
          '--enable-features=PartitionAllocAdjustSizeWhenInForeground,PartitionAllocLargeEmptySlotSpanRing,PartitionAllocLargeThreadCacheSize',
        ],
      },
    }),
  ],
};
