/**
 * Small applications, one for each way of building, that hold the component: what is installed beside the package, the files, the
 * command that builds, and the folder that is served; without a folder the command tests the component by itself. Each other shows `/nuclei.tif` and, in the manner of its framework, puts the class of the
 * geometry into the page's title once a contour is complete.
 */

import { readFileSync } from 'node:fs';
import { onnxModel } from '../../scripts/data/make-onnx-model.mjs';
import {
  angularFiles,
  nextFiles,
  parcelManifest,
  plainPage,
  reactFiles,
  renderedNextFiles,
  svelteFiles,
  vueFiles,
  workerBlock,
} from './guides.mjs';

const DONE = 'document.title = event.detail.contour.geometry.type';
const STYLE = 'display: block; width: 800px; height: 600px';
const page = (body) => `<!doctype html><html lang="en"><body style="margin: 0">${body}</body></html>`;

/** The component by plain JavaScript. */
const PLAIN = `import 'snake-segmenter';
const element = document.querySelector('snake-segmenter');
element.addEventListener('contour-complete', (event) => { ${DONE}; });
`;
const tag = `<snake-segmenter src="/nuclei.tif" tool="box" backend="cpu" style="${STYLE}"></snake-segmenter>`;

const viteConfig = (plugin, from) =>
  `import plugin from '${from}';\nexport default { plugins: [plugin(${plugin})] };\n`;

/** The page with a network, as the guide has it. */
const [, networkPage] = /```js\n(import \* as ort[\s\S]*?)```/.exec(readFileSync('docs/extending.md', 'utf8')) ?? [];

/** The guide's algorithm, and the worker that holds it, as files of a bundle. */
const extending = readFileSync('docs/extending.md', 'utf8');
const [, ownWorker] = /```ts\n(\/\/ my-worker\.ts[\s\S]*?)```/.exec(extending) ?? [];
const [, ownAlgorithm] = /```ts\n(import[^`]*export const brightPart[\s\S]*?)```/.exec(extending) ?? [];
const [, registered] = /```js\n(await segmenter\.registerAlgorithm\(\(\) => new Worker[^\n]*\n)/.exec(extending) ?? [];
const [, inModules] = /```ts\n(\/\/ vite\.config\.ts[\s\S]*?)```/.exec(extending) ?? [];
if (!ownWorker || !ownAlgorithm || !registered || !inModules) throw new Error('the guide has another algorithm');

/** A page that registers the algorithm as the guide does, and runs it for each box. */
const ownAlgorithmFiles = (body) => ({
  ...body,
  'src/my-worker.ts': ownWorker,
  'src/my-algorithms.ts': ownAlgorithm,
  'src/main.ts': `import 'snake-segmenter';
const segmenter = document.createElement('snake-segmenter');
segmenter.addEventListener('contour-complete', ({ detail }) => {
  if (detail.contour.properties.metadata['algorithm'] === 'bright-part') document.title = detail.contour.geometry.type;
});
Object.assign(segmenter, { tool: 'box', backend: 'cpu' }).style.cssText = '${STYLE}';
document.body.append(segmenter);
${registered}segmenter.algorithm = 'bright-part';
// A box is drawn once there is an image.
segmenter.src = '/nuclei.tif';
`,
});

/** A test of the host's own, in a document without layout: the component is made, `ready` says that it has no viewer, and it outlives its window. */
const vitest = (environment) => ({
  install: ['vitest', environment],
  files: {
    'slide.test.js': `import { expect, test } from 'vitest';
import 'snake-segmenter';
test('a page with the component', async () => {
  const element = document.createElement('snake-segmenter');
  element.toolbar = true;
  document.body.append(element);
  await expect(element.ready).rejects.toMatchObject({ code: 'unsupported' });
  await element.updateComplete;
  expect(element.shadowRoot.querySelectorAll('button').length).toBeGreaterThan(0);
  element.remove();
  await new Promise((done) => setTimeout(done));
  // The environment takes its window away, while parts of the component may still be on their way.
  const { document: page, ShadowRoot: root } = globalThis;
  delete globalThis.document;
  delete globalThis.ShadowRoot;
  element.requestUpdate();
  await element.updateComplete;
  Object.assign(globalThis, { document: page, ShadowRoot: root });
});
`,
  },
  build: `npx vitest run --environment ${environment}`,
});

/** Types alone, of the package and of what it brings, in a strict project, in each way to resolve modules; and viewers of an older OpenSeadragon. */
const typescript = (version) => {
  const options = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  };
  const project = (module, moduleResolution, more = {}) =>
    JSON.stringify({
      compilerOptions: { ...options, module, moduleResolution, ...more },
      files: ['page.ts', 'node.ts'],
    });
  return {
    install: [
      `typescript@~${version}`,
      '@types/node@20',
      '@types/geojson',
      'openseadragon@5.0.1',
      '@types/openseadragon@5',
    ],
    files: {
      'page.ts': `import 'snake-segmenter';
import type { Feature, FeatureCollection } from 'geojson';
import OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from 'snake-segmenter';
import { attach } from 'snake-segmenter/plugin.js';
const element: SnakeSegmenter = document.createElement('snake-segmenter');
element.addEventListener('contour-complete', (event) => event.detail.contour.id.toUpperCase());
addEventListener('contour-complete', (event) => event.detail.contour.id.toUpperCase());
document.addEventListener('segmenter-error', (event) => event.detail.code);
const { segmenter } = attach(OpenSeadragon({ id: 'viewer' }), { tool: 'box' });
segmenter.openSeadragon = OpenSeadragon;
export const shown: SnakeSegmenter = segmenter;
export const contours: FeatureCollection = segmenter.contours;
export const contour = async (): Promise<Feature> => segmenter.segment({ x: 0, y: 0, width: 9, height: 9 });
segmenter.contours = (await (await fetch('/contours')).json()) as FeatureCollection;
`,
      'node.ts': `import { createEngine } from 'snake-segmenter/engine.js';
export const area = async (blob: Blob): Promise<number | undefined> => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.open({ kind: 'blob', blob, name: 'a.tif' });
  const contour = await engine.segment(image, { init: { x: 0, y: 0, width: 9, height: 9 } }).result;
  const measured = contour.properties.measurements['Area px^2'];
  return typeof measured === 'number' ? measured : undefined;
};
`,
      'node16.json': project('node16', 'node16'),
      'nodenext.json': project('nodenext', 'nodenext'),
      'bundler.json': project('es2022', 'bundler'),
    },
    build: 'npx tsc -p node16.json && npx tsc -p nodenext.json && npx tsc -p bundler.json',
  };
};

export const hosts = {
  'plain page': {
    install: [],
    files: plainPage,
    build: 'cp -r node_modules/snake-segmenter/cdn public/cdn',
    serve: 'public',
  },
  Vite: {
    install: ['vite'],
    files: { 'index.html': page(`${tag}<script type="module" src="/main.js"></script>`), 'main.js': PLAIN },
    build: 'npx vite build',
    serve: 'dist',
  },
  'Vite, a worker that the page names': {
    install: ['vite'],
    files: {
      'index.html': page('<script type="module" src="/main.js"></script>'),
      'main.js': `import 'snake-segmenter';
const segmenter = document.createElement('snake-segmenter');
segmenter.addEventListener('contour-complete', (event) => { ${DONE}; });
${workerBlock}
Object.assign(segmenter, { src: '/nuclei.tif', tool: 'box', backend: 'cpu' }).style.cssText = '${STYLE}';
document.body.append(segmenter);
`,
    },
    build: 'npx vite build',
    serve: 'dist',
  },
  // The page's own OpenSeadragon is the only one that is installed, and makes the component's viewer.
  'Vite, OpenSeadragon 5': {
    install: ['vite', 'openseadragon@5.0.1'],
    files: { 'index.html': page(`${tag}<script type="module" src="/main.js"></script>`), 'main.js': PLAIN },
    build:
      'npm ls openseadragon && test ! -e node_modules/snake-segmenter/node_modules/openseadragon && npx vite build',
    serve: 'dist',
  },
  'Vite, React': {
    install: ['vite', '@vitejs/plugin-react', 'react', 'react-dom'],
    files: { 'vite.config.js': viteConfig('', '@vitejs/plugin-react'), ...reactFiles },
    build: 'npx vite build',
    serve: 'dist',
  },
  'Vite, Vue': {
    install: ['vite', '@vitejs/plugin-vue', 'vue'],
    files: vueFiles,
    build: 'npx vite build',
    serve: 'dist',
  },
  'Vite, Svelte': {
    install: ['vite', '@sveltejs/vite-plugin-svelte', 'svelte'],
    files: {
      'vite.config.js':
        "import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte()] };\n",
      ...svelteFiles,
    },
    build: 'npx vite build',
    serve: 'dist',
  },
  'Vite, own algorithm': {
    install: ['vite'],
    files: ownAlgorithmFiles({
      'vite.config.ts': inModules,
      'index.html': page('<script type="module" src="/src/main.ts"></script>'),
    }),
    build: 'npx vite build',
    serve: 'dist',
  },
  'webpack, own algorithm': {
    install: ['webpack', 'webpack-cli', 'ts-loader', 'typescript@~5.9'],
    files: ownAlgorithmFiles({
      'dist/index.html': page('<script type="module" src="/main.js"></script>'),
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'ES2022',
          module: 'ESNext',
          moduleResolution: 'bundler',
          lib: ['ES2022', 'DOM'],
          types: [],
        },
        include: ['src'],
      }),
      'webpack.config.mjs': `export default {
  mode: 'production',
  entry: './src/main.ts',
  module: { rules: [{ test: /\\.ts$/, use: 'ts-loader' }] },
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
};
`,
    }),
    build: 'npx webpack',
    serve: 'dist',
  },
  'ONNX model': {
    install: ['vite', 'onnxruntime-web'],
    files: {
      'index.html': page(`${tag}<script type="module" src="/main.js"></script>
      <script>addEventListener('contour-complete', (event) => {
        if (event.detail.contour.properties.metadata.proposedBy === 'bright') ${DONE};
      });</script>`),
      'main.js': networkPage,
      'public/bright.onnx': onnxModel(),
    },
    build: 'npx vite build',
    serve: 'dist',
  },
  webpack: {
    install: ['webpack', 'webpack-cli'],
    files: { 'src/index.js': PLAIN, 'dist/index.html': page(`${tag}<script src="/main.js"></script>`) },
    build: 'npx webpack --mode production',
    serve: 'dist',
  },
  esbuild: {
    install: ['esbuild'],
    files: { 'main.js': PLAIN, 'dist/index.html': page(`${tag}<script type="module" src="/main.js"></script>`) },
    build: 'npx esbuild main.js --bundle --format=esm --minify --outfile=dist/main.js',
    serve: 'dist',
  },
  Rollup: {
    install: ['rollup', '@rollup/plugin-node-resolve', '@rollup/plugin-commonjs'],
    files: { 'main.js': PLAIN, 'dist/index.html': page(`${tag}<script type="module" src="/main.js"></script>`) },
    build: 'npx rollup main.js --plugin node-resolve --plugin commonjs --format es --dir dist',
    serve: 'dist',
  },
  Parcel: {
    install: ['parcel'],
    manifest: parcelManifest,
    files: { 'index.html': page(`${tag}<script type="module" src="./main.js"></script>`), 'main.js': PLAIN },
    build: 'npx parcel build index.html --no-cache --public-url /',
    serve: 'dist',
  },
  Next: {
    install: ['next', 'react', 'react-dom', 'typescript@~5.9', '@types/react', '@types/node'],
    files: nextFiles,
    build: 'npx next build',
    serve: 'out',
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  },
  'Next, rendered on the server': {
    install: ['next', 'react', 'react-dom', 'typescript@~5.9', '@types/react', '@types/node'],
    files: renderedNextFiles,
    build: "npx next build && grep -q '<snake-segmenter src=' out/index.html",
    serve: 'out',
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  },
  'Next, webpack': {
    install: ['next', 'react', 'react-dom', 'typescript@~5.9', '@types/react', '@types/node'],
    files: nextFiles,
    build: 'npx next build --webpack',
    serve: 'out',
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  },
  'Lit SSR': {
    install: ['vite', 'lit', '@lit-labs/ssr', '@lit-labs/ssr-client'],
    files: {
      'render.mjs': `import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { readFileSync, writeFileSync } from 'node:fs';
import 'snake-segmenter';
const tag = await collectResult(render(html\`${tag}\`));
if (!tag.includes('shadowroot')) throw new Error('nothing was rendered: ' + tag);
writeFileSync('index.html', readFileSync('page.html', 'utf8').replace('TAG', tag));
`,
      'page.html': page('TAG<script type="module" src="/main.js"></script>'),
      'main.js': `import '@lit-labs/ssr-client/lit-element-hydrate-support.js';\n${PLAIN}`,
    },
    build: 'node render.mjs && npx vite build',
    serve: 'dist',
  },
  'TypeScript 5.2': typescript('5.2.2'),
  'TypeScript 5.6': typescript('5.6.3'),
  'TypeScript 5.9': typescript('5.9.2'),
  'TypeScript 7': typescript('7.0.2'),
  'Vitest, jsdom': vitest('jsdom'),
  'Vitest, happy-dom': vitest('happy-dom'),
  Angular: {
    install: [
      ...[
        '@angular/build',
        '@angular/cli',
        '@angular/core',
        '@angular/common',
        '@angular/compiler',
        '@angular/compiler-cli',
      ],
      ...['@angular/platform-browser', 'rxjs', 'tslib', 'typescript@~5.9'],
    ],
    files: {
      'angular.json': JSON.stringify({
        version: 1,
        projects: {
          app: {
            projectType: 'application',
            root: '',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: {
                  outputPath: 'dist',
                  browser: 'src/main.ts',
                  index: 'src/index.html',
                  tsConfig: 'tsconfig.json',
                },
              },
            },
          },
        },
        cli: { analytics: false },
      }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          module: 'preserve',
          moduleResolution: 'bundler',
          strict: true,
          skipLibCheck: false,
        },
        files: ['src/main.ts'],
      }),
      ...angularFiles,
    },
    build: 'npx ng build',
    serve: 'dist/browser',
    env: { NG_CLI_ANALYTICS: 'false' },
  },
};
