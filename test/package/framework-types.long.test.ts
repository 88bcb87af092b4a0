/** The tag in the templates of frameworks, compiled as a host compiles: strict, libraries checked where they can be. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import ts from 'typescript';
import { builtIn } from '../../src/algorithms.js';
import { formatInfos } from '../../src/contours/formats/format-infos.js';
import { toolIds } from '../../src/element/tools/tool-id.js';
import { channelForms } from '../../src/image/channels/names.js';
import { schema } from '../../src/snake/schema.js';
import { InstalledPackage } from '../support/cli/installed-package.js';

const installation = new InstalledPackage();
const { host, folder } = installation;
for (const name of ['@types/react', 'csstype', 'preact', 'solid-js', 'vue', '@vue', 'svelte']) {
  const link = join(host, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(resolve('node_modules', name), link, 'dir');
}
after(() => installation.remove());

/** Declarations of libraries by their path: parsed once for all that is compiled here. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** The compiler's files, and its place the host's folder. */
const hostFor = (options: ts.CompilerOptions): ts.CompilerHost => {
  const files = ts.createCompilerHost(options);
  return {
    ...files,
    getCurrentDirectory: () => host,
    getSourceFile(path, ...more) {
      if (!path.endsWith('.d.ts')) return files.getSourceFile(path, ...more);
      if (!libraries.has(path)) libraries.set(path, files.getSourceFile(path, ...more));
      return libraries.get(path);
    },
  };
};

/** The faults that the compiler finds: lines from 1, and what it says. */
const compile = (
  file: string,
  source: string,
  more: ts.CompilerOptions = {},
): readonly (readonly [number, string])[] => {
  writeFileSync(join(host, file), source);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    ...more,
  };
  const program = ts.createProgram([join(host, file)], options, hostFor(options));
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file: its, start = 0, messageText }) => [
      (its?.getLineAndCharacterOfPosition(start).line ?? -1) + 1,
      `${its?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    ]);
};

/** The faults are in these lines, one each. */
const faultsIn = (found: ReturnType<typeof compile>, ...lines: readonly number[]): void =>
  assert.deepEqual(
    found.map(([line]) => line),
    lines,
    found.join('\n'),
  );

const jsx = (name: string, on: string): string => `import type {} from 'snake-segmenter/${name}.js';
export const good = (
  <snake-segmenter src="a.dzi" toolbar tool="box" backend="cpu" parameters={{ a: 1 }}
    ${on}contour-complete={(event) => event.detail.contour.id.toUpperCase()} />
);
export const noSuchBackend = <snake-segmenter backend="gpu" />;
export const noSuchDetail = <snake-segmenter ${on}contour-complete={(event) => event.detail.nonsense} />;
`;

for (const [name, source, on] of [
  ['react', 'react', 'on'],
  ['preact', 'preact', 'on'],
  ['solid', 'solid-js', 'on:'],
] as const)
  test(`JSX of ${name}`, () => {
    const options: ts.CompilerOptions = {
      jsx: name === 'solid' ? ts.JsxEmit.Preserve : ts.JsxEmit.ReactJSX,
      jsxImportSource: source,
      types: [name === 'react' ? 'react' : 'node'],
    };
    faultsIn(compile(`${name}.tsx`, jsx(name, on), options), 6, 7);
  });

test('templates of Vue and Svelte', () => {
  const source = `import type {} from 'snake-segmenter/vue.js';
import type {} from 'snake-segmenter/svelte.js';
import type { GlobalComponents } from 'vue';
import type { SvelteHTMLElements } from 'svelte/elements';
type Props = InstanceType<GlobalComponents['snake-segmenter']>['$props'];
export const vue: Props = { src: 'a.dzi', noKeys: true, onContourComplete: (event) => event.detail.contour.id };
export const badVue: Props = { backend: 'gpu' };
type Tag = SvelteHTMLElements['snake-segmenter'];
export const svelte: Tag = { src: 'a.dzi', 'oncontour-complete': (event) => event.detail.contour.id };
export const badSvelte: Tag = { 'oncontour-complete': (event) => event.detail.nonsense };
`;
  faultsIn(compile('templates.ts', source), 7, 10);
});

test('options of a run: a misspelt name is a fault, a parameter of an algorithm of the page is none', () => {
  const properties = builtIn.flatMap(({ schema }) => Object.entries(schema.properties));
  const own = properties.filter(([name]) => !['channel', 'model'].includes(name));
  const names = [...new Set(own.map(([name]) => name))].map((name) => `${name}: 0`).join(', ');
  const values = own.flatMap(([name, parameter]) => [
    ...(parameter.enum ?? [parameter.default]).map((value) => `{ ${name}: ${JSON.stringify(value)} }`),
    ...(parameter.automatic ? [`{ ${name}: 1 }`] : []),
  ]);
  const source = `import type { AlgorithmParameters, SegmentOptions } from 'snake-segmenter';
declare module 'snake-segmenter' { interface AlgorithmParameters { readonly inset?: number } }
export const names: Record<Exclude<keyof AlgorithmParameters, 'inset'>, 0> = { ${names} };
export const values: readonly SegmentOptions[] = [${values.join(', ')}];
export const good: SegmentOptions = { model: 'gamma', order: 4, inset: 2, parameters: { anything: 1 } };
export const misspelt: SegmentOptions = { modle: 'gamma' };
export const wrong: SegmentOptions = { inset: 'wide' };
`;
  faultsIn(compile('options.ts', source), 6, 7);
});

test('requests to an engine: a misspelt name is a fault, a parameter of an algorithm of the host is none', () => {
  const source = `import type { Engine, EngineRequest } from 'snake-segmenter/engine.js';
declare module 'snake-segmenter/engine.js' { interface AlgorithmParameters { readonly inset?: number } }
export const good: EngineRequest = { init: 'auto', model: 'gamma', order: 4, inset: 2, parameters: { anything: 1 } };
export const run = (engine: Engine, image: never) => engine.segment(image, { init: { x: 3, y: 4 }, domain: { x: 0, y: 0, width: 9, height: 9 }, hints: {} });
export const misspelt: EngineRequest = { init: 'auto', modle: 'gamma' };
export const wrong: EngineRequest = { init: 'auto', inset: 'wide' };
export const asked = (engine: Engine, image: never) => engine.segment(image, { init: { x: 3, y: 4 }, lengthcost: 2 });
`;
  faultsIn(compile('requests.ts', source), 5, 6, 7);
});

test('contours are GeoJSON of other programs’ types, in both directions', () => {
  // As `@types/geojson` has them.
  const source = `import type { ContourFeature, FeatureCollection, SnakeSegmenter } from 'snake-segmenter';
import type { SegmenterProps } from './node_modules/snake-segmenter/dist/frameworks/props.js';
type Position = number[];
interface GeoJsonObject { type: string; bbox?: [number, number, number, number] | undefined }
interface Line extends GeoJsonObject { type: 'LineString'; coordinates: Position[] }
interface Lines extends GeoJsonObject { type: 'MultiLineString'; coordinates: Position[][] }
interface Polygon extends GeoJsonObject { type: 'Polygon'; coordinates: Position[][] }
interface Polygons extends GeoJsonObject { type: 'MultiPolygon'; coordinates: Position[][][] }
type Geometry = Line | Lines | Polygon | Polygons;
type Properties = { [name: string]: any } | null;
interface Feature<G extends Geometry | null = Geometry> extends GeoJsonObject { type: 'Feature'; geometry: G; id?: string | number | undefined; properties: Properties }
interface Collection extends GeoJsonObject { type: 'FeatureCollection'; features: Feature[] }
export const read = (element: SnakeSegmenter): Collection => element.contours;
export const one = (contour: ContourFeature): Feature => contour;
export const shape = (contour: ContourFeature): Geometry => contour.geometry;
export const set = (element: SnakeSegmenter, given: Collection, own: FeatureCollection): void => { element.contours = given; element.contours = own; };
export const bound = (given: Collection): SegmenterProps => ({ contours: given });
export const starts = (element: SnakeSegmenter, given: Collection, polygon: Polygon) => [element.segment(given), element.segment(polygon)];
export const wrong = (element: SnakeSegmenter): void => { element.contours = { type: 'Feature', features: [] }; };
`;
  faultsIn(compile('geojson.ts', source), 19);
});

test('editors complete the tag from data in the package', () => {
  const [html, types] = ['vscode.html-custom-data.json', 'web-types.json'].map((name) => {
    const path = join(folder, 'dist', name);
    assert.ok(existsSync(path), name);
    return readFileSync(path, 'utf8');
  });
  const attributes: unknown = JSON.parse(html ?? '').tags[0].attributes.map(({ name }: { name: string }) => name);
  assert.ok(Array.isArray(attributes) && ['src', 'algorithm', 'no-keys'].every((name) => attributes.includes(name)));
  assert.match(types ?? '', /"contour-complete"/);
  const css = readFileSync(join(folder, 'dist', 'vscode.css-custom-data.json'), 'utf8');
  for (const text of [css, types ?? '']) assert.match(text, /--snake-radius[^}]*Default: `10px`/);
  assert.match(html ?? '', /"backend"[^}]*Default: `'auto'`/);
});

interface Typed {
  readonly name: string;
  readonly type: { readonly text: string };
}

interface Manifest {
  readonly modules: readonly {
    readonly declarations: readonly {
      readonly tagName?: string;
      readonly events: readonly Typed[];
      readonly attributes: readonly Typed[];
    }[];
  }[];
}

test('the manifest has the types of events and the names that properties take, which are those of the engine', async () => {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'dist', 'custom-elements.json'), 'utf8'));
  const element = manifest.modules
    .flatMap(({ declarations }) => declarations)
    .find(({ tagName }) => tagName === 'snake-segmenter');
  assert.ok(element);
  for (const { name, type } of element.events) assert.match(type.text, /^CustomEvent<.+>$/, name);
  const namesOf = (property: string): readonly string[] =>
    (element.attributes.find(({ name }) => name === property)?.type.text ?? '').split(' | ');
  const quoted = (names: readonly string[]): readonly string[] => names.map((name) => `'${name}'`);
  const literals = (property: string): readonly string[] => namesOf(property).filter((name) => name.startsWith("'"));
  const known: Readonly<Record<string, readonly string[]>> = {
    algorithm: builtIn.map(({ id }) => id),
    model: (schema.properties.model?.enum ?? []).map(String),
    format: Object.keys(formatInfos),
    tool: toolIds,
    backend: ['auto', 'cpu', 'webgpu'],
  };
  for (const [property, names] of Object.entries(known))
    assert.deepEqual([...literals(property)].sort(), [...quoted(names)].sort(), property);
  const channels = namesOf('channel').map((name) => name.replace(/^[`']|[`']$/g, '').replaceAll(/\$\{number\}/g, '#'));
  const forms = channelForms.map(({ form }) => form.replaceAll(/\b[NMB]\b/g, '#'));
  assert.deepEqual(channels.filter((name) => name !== 'string').sort(), ['auto', ...forms].sort());
});
