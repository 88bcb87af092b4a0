/** The package as it would be published: packed, unpacked elsewhere, and imported by its own name. `entry-points.long.test.ts` has its command and its types as a whole. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { bytesOf, partsOf } from '../../bench/support/bundle-parts.js';
import { installedPackage } from '../support/cli/installed-package.js';

const installation = installedPackage();
const { host: folder, folder: installed } = installation;

/** Runs a module in the folder where the package is installed; its standard output. */
const run = (source: string, ...flags: string[]): string => {
  writeFileSync(join(folder, 'probe.mjs'), source);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'probe.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  assert.equal(status, 0, stderr);
  return stdout.trim();
};

test('every entry point of package.json is in the package, with its types', () => {
  const paths = Object.values(installation.manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.types, entry.default],
  );
  assert.ok(paths.length >= 12);
  for (const path of paths) assert.ok(existsSync(join(installed, path)), path);
  for (const path of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'cdn/snake-segmenter.js']) {
    assert.ok(existsSync(join(installed, path)), path);
  }
  assert.ok(!existsSync(join(installed, 'src')), 'sources are not published');
});

test('the types name no file that is not in the package', () => {
  for (const path of readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue;
    const text = readFileSync(join(installed, 'dist', path), 'utf8');
    const comments = text.match(/\/\*\*.*?\*\//gs) ?? [];
    for (const [, named = ''] of comments.join('\n').matchAll(/([\w-]+(?:[/.][\w-]+)*\.(?:[jt]s|mjs|md|wgsl))\b/g)) {
      const known = named.startsWith('snake-segmenter/') ? named.slice('snake-segmenter/'.length) : named;
      // An entry point by its name, or a file of the page itself.
      if (`./${known}` in installation.manifest.exports || named.startsWith('my-')) continue;
      assert.ok(existsSync(join(installed, named)), `${path} names ${named}`);
    }
  }
});

/** What README and the guides refer to and the repository alone has. */
const IN_REPOSITORY =
  /(?:^|\/)(?:(?:ARCHITECTURE|CONTRIBUTING|CHANGELOG|ALGORITHMS|browsers|choosing|screens|from-one-slide-to-a-thousand)\.md|bench\/(?:[A-Z]+|notes\/[a-z-]+)\.md|demo\/.*|[a-z]+\.png)$/;

test('README and the guides lead to pages of the package', () => {
  const guides = readdirSync(join(installed, 'docs')).map((name) => `docs/${name}`);
  for (const name of ['getting-started', 'hosting', 'frameworks', 'extending', 'error-codes'])
    assert.ok(guides.includes(`docs/${name}.md`), name);
  for (const page of ['README.md', ...guides]) {
    const text = readFileSync(join(installed, page), 'utf8');
    for (const [, address = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(address) || IN_REPOSITORY.test(address)) continue;
      assert.ok(existsSync(join(installed, dirname(page), address)), `${page}: ${address}`);
    }
  }
});

test('a page loads at most 600 kB for the engine, 170 kB as a server compresses them', () => {
  const folder = join(installed, 'cdn');
  const [minified, compressed] = bytesOf(folder, partsOf(folder).get('the engine') ?? []);
  assert.ok(minified > 100_000, 'the engine was not found');
  assert.ok(minified <= 600_000 && compressed <= 170_000, `${minified} bytes, ${compressed} compressed`);
});

test('node.js decodes tiles in threads, to the same samples, and the process ends', () => {
  const slide = resolve('demo/images/CMU-1-Small-Region.svs');
  const answer = run(`
    import { createEngine } from 'snake-segmenter/engine.js';
    import { decodeInThreads, openFile } from 'snake-segmenter/node.js';
    const read = async () => {
      const image = await openFile(${JSON.stringify(slide)});
      const { data } = await image.region({ x: 0, y: 0, width: 1200, height: 1200 }, 0);
      image.close();
      return Buffer.from(data);
    };
    const plain = await read();
    decodeInThreads(2);
    const engine = await createEngine({ backend: 'cpu' });
    let same = true;
    while (engine.stats().decoding.inWorkers === 0) same &&= plain.equals(await read());
    console.log(same, engine.stats().decoding.deaths);
  `);
  assert.equal(answer, 'true 0');
});

test('engine.js works in Node without a document', () => {
  const answer = run(`
    import { createEngine } from 'snake-segmenter/engine.js';
    if ('document' in globalThis) throw new Error('there is a document');
    const engine = await createEngine({ backend: 'cpu' });
    const [width, height] = [64, 64];
    const data = new Uint8Array(width * height).map((_, k) => {
      const [x, y] = [k % width, Math.floor(k / width)];
      return (x >= 20 && x < 44 && y >= 16 && y < 48 ? 160 : 60) + ((k * 7919) % 13);
    });
    const image = await engine.load({ width, height, data });
    const run = engine.segment(image, { init: { x: 16, y: 12, width: 32, height: 40 } });
    const contour = await run.result;
    engine.dispose();
    console.log(JSON.stringify(contour));
  `);
  const contour = JSON.parse(answer);
  assert.equal(contour.geometry.type, 'Polygon');
  assert.equal(contour.properties.measurements['Area px^2'], 24 * 32);
});

/** Entry points as a program writes them. The worker's is a script for a worker alone. */
const entries = Object.keys(installation.manifest.exports)
  .filter((name) => name !== './worker.js')
  .map((name) => name.replace(/^\./, 'snake-segmenter'));

/** What each entry point gives a program in Node, by `import` or by `require`; data as their default. */
const given = (load: (name: string) => string): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(
    run(`
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      const given = {};
      ${entries.map((name) => `given['${name}'] = Object.keys(${load(name)}).filter((each) => !/^(?:__esModule|module.exports)$/.test(each)).sort();`).join('\n')}
      // Nothing that was loaded keeps the process, or has made itself a page.
      if ('document' in globalThis || 'HTMLElement' in globalThis) throw new Error('a page');
      console.log(JSON.stringify(given));
    `),
  );

test('every entry point is imported in Node, and required where Node requires modules, without a page', () => {
  assert.ok(entries.length >= 14, `${entries.length} entry points`);
  const imported = given((name) =>
    name.endsWith('.json')
      ? `(await import('${name}', { with: { type: 'json' } })).default`
      : `await import('${name}')`,
  );
  for (const [name, members] of [
    ['snake-segmenter', 'SnakeSegmenter'],
    ['snake-segmenter/engine.js', 'createEngine'],
    ['snake-segmenter/plugin.js', 'attach'],
    ['snake-segmenter/package.json', 'exports'],
  ] as const)
    assert.ok(imported[name]?.includes(members), `${name}: ${imported[name]}`);
  // From 20.19 and 22.12 on; before, `require` of a module is an error by Node itself.
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))
    assert.deepEqual(
      given((name) => `require('${name}')`),
      imported,
    );
});

/** A page's globals as far as modules need them as they load. */
const page = join(folder, 'page.mjs');
writeFileSync(
  page,
  `globalThis.HTMLElement = class {};
   globalThis.defined = new Map();
   globalThis.customElements = { get: (tag) => defined.get(tag), define: (tag, type) => defined.set(tag, type) };`,
);

test('whichever script of the bundle a page loads first, the tag is defined', () => {
  for (const file of ['snake-segmenter.js', 'plugin.js']) {
    const answer = run(
      `globalThis.document = { createElement: () => ({}), createComment: () => ({}), createTreeWalker: () => ({}) };
       await import('./node_modules/snake-segmenter/cdn/${file}');
       console.log(defined.has('snake-segmenter'));`,
      '--import',
      page,
    );
    assert.equal(answer, 'true', file);
  }
});

test('element.js leaves the tag alone; the plugin needs it and defines it', () => {
  const answer = run(
    `
    const { SnakeSegmenter } = await import('snake-segmenter/element.js');
    const before = [...defined.keys()];
    const plugin = await import('snake-segmenter/plugin.js');
    const byPlugin = defined.get('snake-segmenter');
    await import('snake-segmenter');
    console.log(JSON.stringify([
      before.includes('snake-segmenter'), typeof SnakeSegmenter, typeof plugin.attach, byPlugin === SnakeSegmenter,
    ]));`,
    '--import',
    page,
  );
  assert.deepEqual(JSON.parse(answer), [false, 'function', 'function', true]);
});

test('the data entries can be imported', () => {
  const answer = run(`
    import elements from 'snake-segmenter/custom-elements.json' with { type: 'json' };
    import pack from 'snake-segmenter/package.json' with { type: 'json' };
    console.log(elements.schemaVersion, pack.name);
  `);
  assert.match(answer, /^\d+\.\d+\.\d+ snake-segmenter$/);
});

test('the bundle is whole: what it imports lies beside it', () => {
  const folder = join(installed, 'cdn');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  assert.ok(files.some((name) => name.startsWith('worker')));
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8');
    const imports = [...source.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, path]) => path ?? '');
    const urls = [...source.matchAll(/new URL\("([^"]+\.js)",\s*import\.meta\.url\)/g)].map(([, path]) => path ?? '');
    for (const path of [...imports.filter((name) => /^[\w.@][\w./@-]*$/.test(name)), ...urls]) {
      assert.ok(existsSync(join(folder, path)), `${file} imports ${path}`);
    }
  }
});
