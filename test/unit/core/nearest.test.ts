import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../../src/core/nearest.js';

const known = ['boxPrior', 'confine', 'lengthCost', 'model', 'polarity'];

test('a slip of the hand finds its name, case and punctuation aside', () => {
  for (const [name, meant] of [
    ['boxPrio', 'boxPrior'],
    ['box_prior', 'boxPrior'],
    ['LENGTHCOST', 'lengthCost'],
    ['modle', 'model'],
    ['modl', 'model'],
    ['poalrity', 'polarity'],
  ] as const) {
    assert.equal(nearest(name, known), meant, name);
  }
});

test('a word that is no slip has no suggestion', () => {
  for (const name of ['nonsense', 'threshold', 'x', '', '42']) assert.equal(nearest(name, known), undefined, name);
  assert.equal(nearest('steps', []), undefined);
});
