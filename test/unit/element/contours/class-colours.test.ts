import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Classification, classColours, colourOf } from '../../../../src/contours/formats/features.js';
import { besideKnown, freeColour, toldApart } from '../../../../src/element/contours/class-colours.js';
import { square } from '../../../support/contours.js';

const of = (name: string, color: Classification['color'] = colourOf(name)): Classification => ({ name, color });

const classed = (n: number, classification?: Classification) => {
  const contour = square(n);
  return classification ? { ...contour, properties: { ...contour.properties, classification } } : contour;
};

const coloursOf = (contours: ReturnType<typeof toldApart>): (string | undefined)[] =>
  contours.map(({ properties }) => properties.classification && String(properties.classification.color));

describe('colours of classes', () => {
  it('are free for a hundred classes without one, each a colour of its own', () => {
    const classes: Classification[] = [];
    for (let k = 0; k < 100; k++) classes.push(of(`class ${k}`, freeColour(`class ${k}`, classes)));
    assert.equal(new Set(classes.map(({ color }) => String(color))).size, classes.length);
    assert.deepEqual(
      new Set(classes.slice(0, classColours.length).map(({ color }) => String(color))),
      new Set(classColours.map(String)),
    );
  });

  it('of those that come stay where no other class has them', () => {
    const given = [classed(1, of('Tumour', [1, 2, 3])), classed(2), classed(3, of('Stroma', [4, 5, 6]))];
    const kept = toldApart([of('Fat', [7, 8, 9])], given);
    assert.ok(kept.every((contour, k) => contour === given[k]));
  });

  it('give way to those of known classes, and to those that a person chose', () => {
    const known = [of('Tumour', [200, 0, 0])];
    const chosen = colourOf('Fat');
    const came = toldApart(known, [
      classed(1, of('Fat')),
      classed(2, of('Stroma', chosen)),
      classed(3, of('Vessel', [200, 0, 0])),
      classed(4, of('Tumour', [3, 3, 3])),
    ]);
    const [fat, stroma, vessel, tumour] = coloursOf(came);
    assert.equal(tumour, '200,0,0');
    assert.equal(stroma, String(chosen));
    assert.equal(new Set([fat, stroma, vessel, tumour]).size, 4);
    assert.deepEqual(
      toldApart(
        [
          ...besideKnown(
            known,
            came.map(({ properties }) => properties.classification!),
          ).values(),
        ],
        came,
      ),
      came,
    );
  });

  it('of one class are one, the first, where a file gives several', () => {
    const came = toldApart([], [classed(1, of('Tumour', [9, 0, 0])), classed(2, of('Tumour', [0, 9, 0]))]);
    assert.deepEqual(coloursOf(came), ['9,0,0', '9,0,0']);
  });
});
