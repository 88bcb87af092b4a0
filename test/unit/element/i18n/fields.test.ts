import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { builtIn } from '../../../../src/algorithms.js';
import { germanFields } from '../../../../src/element/i18n/fields/de.js';
import { englishFields } from '../../../../src/element/i18n/fields/en.js';
import type { FieldTable } from '../../../../src/element/i18n/fields/field-table.js';
import { channelTitle, fieldNames, measurementTitle } from '../../../../src/element/i18n/fields/fields.js';
import { frenchFields } from '../../../../src/element/i18n/fields/fr.js';
import { addLanguage, loadLanguage } from '../../../../src/element/i18n/messages.js';
import { channelForms } from '../../../../src/image/channels/channels.js';

const textOf = ({ parameters }: FieldTable, algorithm: string, name: string) =>
  parameters[`${algorithm}.${name}`] ?? parameters[name];

describe('names of fields', () => {
  before(() => Promise.all(['de', 'fr'].map(loadLanguage)));

  it('are there for every parameter in German and French, and for every choice when to choose it', () => {
    for (const { id, schema } of builtIn) {
      for (const [name, { enum: choices }] of Object.entries(schema.properties)) {
        for (const table of [germanFields, frenchFields]) {
          const { title, about } = textOf(table, id, name) ?? {};
          assert.ok(title && about, `${id}.${name}`);
        }
        for (const table of [englishFields, germanFields, frenchFields])
          for (const choice of choices ?? []) {
            const [title, when] = textOf(table, id, name)?.choices?.[choice] ?? [];
            assert.ok(title && when, `${id}.${name}: ${choice}`);
          }
      }
    }
  });

  it('explain in words that the panel shows, and name no values of a program', () => {
    for (const language of ['en', 'de', 'fr'])
      for (const { id, schema } of builtIn)
        for (const [name, one] of Object.entries(schema.properties)) {
          const { about, choice } = fieldNames(language, id, name, one);
          const where = `${language} ${id}.${name}: ${about}`;
          assert.doesNotMatch(about, /\w:[A-Z]\b|"/, where);
          for (const value of one.enum ?? [])
            if (choice(value)[0].toLowerCase() !== value)
              assert.doesNotMatch(about, new RegExp(`\\btakes ${value}\\b|\\b${value}:`), where);
        }
  });

  it('name no parameter and no choice that there is not', () => {
    const names = new Set(
      builtIn.flatMap(({ id, schema }) => Object.keys(schema.properties).flatMap((name) => [name, `${id}.${name}`])),
    );
    for (const table of [englishFields, germanFields, frenchFields])
      for (const name of Object.keys(table.parameters)) assert.ok(names.has(name), name);
  });

  it('are there for every channel', () => {
    for (const { form } of channelForms)
      for (const table of [englishFields, germanFields, frenchFields])
        assert.ok(table.channels[form.split(':')[0] ?? ''], form);
    assert.equal(channelTitle('de', 'band:2'), 'Band 2');
    assert.equal(channelTitle('en', 'ratio:2/1'), 'Band 2 over band 1');
    assert.equal(channelTitle('fr', 'db:3'), 'Décibels, Bande 3');
    assert.equal(channelTitle('fr', 'of a page'), 'of a page');
  });

  it('keep the unit of a measurement', () => {
    assert.equal(measurementTitle('en', 'Area px^2'), 'Area, px²');
    assert.equal(measurementTitle('de-AT', 'Area µm^2'), 'Fläche, µm²');
    assert.equal(measurementTitle('de', 'Density mm/mm^2'), 'Dichte, mm/mm²');
    assert.equal(measurementTitle('fr', 'Volume mm^3'), 'Volume, mm³');
    assert.equal(measurementTitle('de', 'Inside mean band 3'), 'Mittelwert innen, Band 3');
    assert.equal(measurementTitle('de', 'Roundness'), 'Roundness');
    // It was the function of that name, which every object inherits.
    assert.equal(measurementTitle('de', 'constructor'), 'constructor');
  });

  it('can be added with a language; what it leaves out, and the fields of a page, have their own', () => {
    addLanguage('eo', {}, undefined, { parameters: { model: { title: 'Brua modelo' } } });
    const schema = { title: 'Noise model', description: 'The law.' };
    const names = fieldNames('eo', 'snake', 'model', schema);
    assert.deepEqual([names.title, names.about, names.choice('gamma')[0]], ['Brua modelo', 'The law.', 'Speckle']);
    assert.equal(fieldNames('de', 'of-a-page', 'model', schema).title, 'Noise model');
  });
});
