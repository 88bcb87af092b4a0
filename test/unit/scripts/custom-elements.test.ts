import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly default?: string;
}

interface Declaration extends Named {
  readonly tagName?: string;
  readonly members?: readonly Named[];
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly superclass?: { readonly name: string; readonly package?: string };
}

interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly { readonly path: string; readonly declarations?: readonly Declaration[] }[];
}

const manifest: Manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const declaration = manifest.modules
  .flatMap(({ declarations }) => declarations ?? [])
  .find(({ tagName }) => tagName === 'snake-segmenter');

const names = (items: readonly Named[] = []): readonly string[] => items.map(({ name }) => name);

test('the manifest describes the published element', () => {
  assert.ok(declaration);
  for (const { path } of manifest.modules) {
    assert.match(path, /^dist\/.*\.js$/);
    assert.ok(existsSync(path.replace(/^dist/, 'src').replace(/\.js$/, '.ts')), path);
  }
});

test('it has the attributes, methods and events that pages rely on, each described', () => {
  const attributes = ['src', 'for', 'algorithm', 'model', 'channel', 'backend', 'toolbar', 'disabled', 'slice', 'item'];
  for (const name of attributes) assert.ok(names(declaration?.attributes).includes(name), name);
  const members = [
    ...['contours', 'ready', 'viewer', 'commands', 'segment', 'pause', 'resume', 'step', 'cancel', 'undo', 'redo'],
    ...['remove', 'select', 'clear', 'export', 'import', 'executeCommand'],
  ];
  for (const name of members) {
    assert.equal(names(declaration?.members).filter((other) => other === name).length, 1, name);
  }
  const events = [
    ...['before-start', 'start', 'progress', 'complete', 'cancel', 'change', 'select', 'remove'].map(
      (name) => `contour-${name}`,
    ),
    'slice-change',
    'segmenter-error',
    'backend-change',
    'storage-change',
    'contour-file-view',
  ];
  for (const name of events) assert.ok(names(declaration?.events).includes(name), name);
  for (const { name, description } of [...(declaration?.attributes ?? []), ...(declaration?.events ?? [])]) {
    assert.ok(description, `${name} has no description`);
  }
});

test('it has the defaults of attributes and custom properties, as values', () => {
  const defaults = new Map(declaration?.attributes?.map(({ name, default: value }) => [name, value]));
  for (const [name, value] of [
    ['algorithm', "'snake'"],
    ['backend', "'auto'"],
    ['keys', "'focus'"],
    ['tool', "'pan'"],
    ['format', "'geojson'"],
    ['toolbar', 'false'],
  ] as const)
    assert.equal(defaults.get(name), value, name);
  for (const value of defaults.values()) assert.match(value ?? "''", /^('.*'|true|false|-?[\d.]+)$/);
  assert.ok(declaration?.cssProperties?.length);
  for (const { name, default: value } of declaration.cssProperties) assert.ok(value, name);
});

test('its class is one that the package has: the members of its base classes are its own', () => {
  assert.deepEqual(declaration?.superclass, { name: 'LitElement', package: 'lit' });
  assert.deepEqual(
    manifest.modules.map(({ path }) => path),
    ['dist/index.js', 'dist/element/snake-segmenter.js'],
  );
  assert.doesNotMatch(JSON.stringify(manifest), /"inheritedFrom"/);
});

test('nothing private is in it', () => {
  assert.doesNotMatch(JSON.stringify(manifest), /"privacy": ?"(private|protected)"|"name": ?"[#_]/);
});
