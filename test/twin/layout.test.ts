/** The offsets of the shaders against those of the code: read from the sources, so that neither can drift. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { B } from '../../src/snake/best_rectangle.js';
import { blockColumns } from '../../src/snake/block_prefixes.js';
import { L } from '../../src/snake/lattice_sums.js';
import {
  conflictBit,
  directions,
  Extra,
  energyWords,
  extraWords,
  G,
  Groups,
  lanes,
  Model,
  Phase,
  S,
  Status,
} from '../../src/snake/layout.js';

const source = (name: string): string => readFileSync(`src/wgsl/${name}.wgsl`, 'utf8');

/** Every `const Prefix_name = 1u;` of a shader, by prefix. */
const constantsOf = (wgsl: string): Record<string, Record<string, number>> => {
  const found: Record<string, Record<string, number>> = {};
  for (const [, prefix, name, value] of wgsl.matchAll(/^const ([A-Z]\w*?)_(\w+) = (\d+)u;$/gm)) {
    found[prefix!] = { ...found[prefix!], [name!]: Number(value) };
  }
  return found;
};

test('the fields of Geometry are in the order of its words', () => {
  const body = /struct Geometry \{([^}]*)\}/.exec(source('shared/layout'))![1]!;
  const fields = [...body.matchAll(/(\w+?)_?: u32,/g)].map(([, name]) => name!);
  const { words, ...offsets } = G;
  assert.deepEqual(Object.fromEntries(fields.map((name, i) => [name, i])), offsets);
  assert.ok(fields.length <= words && words % 4 === 0);
});

test('the words of the state, the phases and the models are those of the shaders', () => {
  const found = constantsOf(source('shared/layout'));
  const { words, ...groups } = Groups;
  assert.deepEqual(found, { S, Status, Phase, Model, Extra, Groups: groups });
  assert.ok(words > Math.max(...Object.values(groups)) + 2);
});

test('single constants are those of the shaders', () => {
  const shared = source('shared/layout');
  for (const [name, wanted] of Object.entries({ directions, energyWords, lanes, extraWords, conflictBit })) {
    const value = new RegExp(`^const ${name} = (\\w+)u;$`, 'm').exec(shared)?.[1];
    assert.equal(Number(value), wanted, name);
  }
  assert.match(source('scan_block_sums'), new RegExp(`^const blockColumns = ${blockColumns}u;$`, 'm'));
  assert.match(source('add_sums_to_prefixes'), new RegExp(`^const blockColumns = ${blockColumns}u;$`, 'm'));
  assert.match(source('block_prefixes'), new RegExp(`^const crew = ${blockColumns}u;$`, 'm'));
});

test('the words of lattice and best rectangle are those of the shaders', () => {
  for (const [prefix, offsets] of Object.entries({ L, B })) {
    const all: Record<string, number> = offsets;
    const found = constantsOf(source('best_rectangle'))[prefix]!;
    for (const [name, value] of Object.entries(found)) assert.equal(value, all[name], `${prefix}.${name}`);
  }
  for (const [name, value] of Object.entries(constantsOf(source('lattice_sums')).L!)) {
    assert.equal(value, (L as Record<string, number>)[name], `L.${name}`);
  }
});
