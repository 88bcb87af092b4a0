import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlgorithmSchema } from '../../../../src/algorithm/algorithm.js';
import { checkParameters, configurationOf } from '../../../../src/algorithm/parameters.js';
import { initOf } from '../../../../src/algorithm/start.js';
import { nearest } from '../../../../src/core/nearest.js';
import { checkInit } from '../../../../src/worker/checks/init.js';
import { checkAreas, checkLevel, checkRect } from '../../../../src/worker/checks/request.js';
import { coded } from '../../../support/errors.js';
import { shrink } from '../../../support/shrink.js';

const { schema } = shrink();
const image = { x: 0, y: 0, width: 100, height: 80 };
describe('checkParameters', () => {
  it('takes auto for a number that may be found by itself, and for no other', () => {
    const number = { type: 'number', title: 'Weight', description: '', default: 'auto', minimum: 0 } as const;
    const open: AlgorithmSchema = {
      type: 'object',
      properties: { weight: { ...number, automatic: true }, fixed: number },
    };
    assert.deepEqual(checkParameters({ fixed: 1 }, open), { weight: 'auto', fixed: 1 });
    assert.deepEqual(checkParameters({ weight: 2, fixed: 1 }, open), { weight: 2, fixed: 1 });
    assert.throws(
      () => checkParameters({ weight: 'automatic' }, open),
      coded('bad-parameter', /auto or a number, at least 0/),
    );
    assert.throws(() => checkParameters({ fixed: 'auto' }, open), coded('bad-parameter', /must be a number/));
    assert.deepEqual(configurationOf(open), {
      type: 'object',
      properties: {
        weight: { ...number, type: ['number', 'string'], pattern: '^auto$' },
        fixed: number,
      },
    });
  });

  it('fills in the defaults, and leaves out what has none', () => {
    assert.deepEqual(checkParameters({ steps: 7, shape: undefined }, schema), {
      steps: 7,
      speed: 1,
      shape: 'box',
      bright: true,
      weights: [1, 1],
      grid: 2,
    });
  });

  const cases: [string, unknown, string][] = [
    ['steps', 1.5, 'an integer, at least 0, at most 100000'],
    ['steps', -1, 'at least 0'],
    ['steps', '5', 'an integer'],
    ['steps', [], 'an integer'],
    ['speed', 0, 'above 0'],
    ['speed', 4.1, 'at most 4'],
    ['speed', Number.NaN, 'a number'],
    ['speed', Number.POSITIVE_INFINITY, 'a number'],
    ['shape', 'diamnd', 'the nearest is diamond'],
    ['shape', 'qqqqqqqqqqqq', 'one of box, diamond'],
    ['shape', 3, 'one of box, diamond'],
    ['bright', 'true', 'true or false'],
    ['weights', [1], 'a list of 2 numbers'],
    ['weights', [1, Number.NaN], 'a list of 2 numbers'],
    ['weights', '1,1', 'a list of 2 numbers'],
    ['grid', 3, 'a multiple of 2'],
    ['note', 5, 'a text'],
  ];
  for (const [name, value, wanted] of cases) {
    it(`refuses ${name} = ${String(value)}`, () => {
      assert.throws(() => checkParameters({ [name]: value }, schema), coded('bad-parameter', name, wanted));
    });
  }

  it('takes what is null as not given', () => {
    assert.deepEqual(checkParameters({ steps: null, spead: null }, schema), checkParameters({}, schema));
  });

  it('refuses an unknown name and tells the nearest', () => {
    assert.throws(() => checkParameters({ spead: 2 }, schema), coded('bad-parameter', 'spead', 'the nearest is speed'));
    assert.throws(() => checkParameters({ Steps: 2 }, schema), coded('bad-parameter', 'the nearest is steps'));
    assert.throws(() => checkParameters({ zzzzzzz: 2 }, schema), coded('bad-parameter', 'known are steps, speed'));
    assert.throws(() => checkParameters({ constructor: 2 }, schema), coded('bad-parameter', 'no such parameter'));
  });

  it('takes the limits themselves and fractions of a step', () => {
    assert.equal(checkParameters({ speed: 4 }, schema).speed, 4);
    assert.equal(checkParameters({ steps: 0 }, schema).steps, 0);
    const step = { type: 'object', properties: { a: { ...schema.properties.speed!, multipleOf: 0.1 } } } as const;
    assert.equal(checkParameters({ a: 0.3 }, step).a, 0.3);
  });
});

describe('nearest', () => {
  it('ignores case and punctuation, prefers the fewest edits, and gives up on the far', () => {
    assert.equal(nearest('d_max', ['dMin', 'dMax']), 'dMax');
    assert.equal(nearest('gausian', ['gamma', 'gaussian']), 'gaussian');
    assert.equal(nearest('x', ['gamma', 'gaussian']), undefined);
  });
});

describe('checkAreas', () => {
  it('takes a list of areas, and refuses others', () => {
    assert.deepEqual(checkAreas([3, 0.5]), [3, 0.5]);
    assert.deepEqual(checkAreas([]), []);
    for (const areas of [4, null, {}, '3', [0], [-1], [Number.NaN], ['3'], [Number.POSITIVE_INFINITY], new Array(2)])
      assert.throws(() => checkAreas(areas), coded('bad-parameter', 'expectedAreas'));
    assert.equal(checkAreas(new Array(256).fill(1)).length, 256);
    assert.throws(() => checkAreas(new Array(257).fill(1)), coded('bad-parameter', '256'));
  });
});

describe('checkRect and checkLevel', () => {
  it('cuts to the image and turns upright', () => {
    assert.deepEqual(checkRect('domain', { x: 50, y: 40, width: -100, height: -60 }, image), {
      x: 0,
      y: 0,
      width: 50,
      height: 40,
    });
  });

  it('refuses what does not meet the image', () => {
    for (const domain of [
      { x: 200, y: 0, width: 5, height: 5 },
      { x: 0, y: 0, width: 0, height: 5 },
      'all',
      null,
      {},
      { x: 0, y: 0, width: Number.NaN, height: 1 },
    ]) {
      assert.throws(() => checkRect('domain', domain, image), coded('bad-parameter', 'domain'));
      assert.throws(() => checkRect('inView', domain, image), coded('bad-parameter', 'inView'));
    }
  });

  it('takes levels that exist', () => {
    assert.equal(checkLevel(2, 3), 2);
    for (const level of [3, -1, 0.5, '0', Number.NaN]) {
      assert.throws(() => checkLevel(level, 3), coded('bad-parameter', 'from 0 to 2'));
    }
    assert.throws(() => checkLevel(1, 1), coded('bad-parameter', 'one level'));
  });
});

const poly = (
  ...ring: (readonly [number, number])[]
): {
  type: 'Polygon';
  coordinates: (readonly [number, number])[][];
} => {
  return { type: 'Polygon', coordinates: [ring] };
};

describe('checkInit', () => {
  it('leaves a good box alone and turns a reversed one upright', () => {
    const start = { kind: 'box', rect: { x: 10, y: 12, width: 20, height: 5 } };
    assert.deepEqual(checkInit({ x: 10, y: 12, width: 20, height: 5 }, image), start);
    assert.deepEqual(checkInit({ x: 30, y: 17, width: -20, height: -5 }, image), start);
  });

  it('cuts a box that reaches outside', () => {
    assert.deepEqual(checkInit({ x: -10, y: 70, width: 30, height: 30 }, image), {
      kind: 'box',
      rect: { x: 0, y: 70, width: 20, height: 10 },
    });
  });

  const refused: [string, unknown, string | RegExp][] = [
    ['a box outside', { x: 100, y: 0, width: 10, height: 10 }, 'outside'],
    ['an empty box', { x: 10, y: 10, width: 0, height: 10 }, 'empty'],
    ['a box of NaN', { x: Number.NaN, y: 10, width: 5, height: 10 }, 'finite'],
    ['an endless box', { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: 10 }, 'finite'],
    ['a box of texts', { x: '1', y: '2', width: '3', height: '4' }, 'finite'],
    ['a box without a height', { x: 1, y: 2, width: 3 }, 'finite'],
    ['a box under a pixel', { x: 10, y: 10, width: 0.5, height: 10 }, 'less than a pixel'],
    ['a point outside', { x: 101, y: 10 }, 'outside'],
    ['a point of NaN', { x: 1, y: Number.NaN }, 'finite'],
    ['nothing', undefined, "'auto'"],
    ['null', null, "'auto'"],
    ['a word', 'everything', "'auto'"],
    ['a list', [1, 2, 3, 4], "'auto'"],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [9, 9],
        ],
      },
      'LineString',
    ],
    ['a polygon without rings', { type: 'Polygon', coordinates: [] }, 'no ring'],
    ['a polygon of two nodes', poly([10, 10], [20, 20], [10, 10]), 'fewer than 3'],
    ['a bow tie', poly([10, 10], [30, 30], [30, 10], [10, 30]), /crosses or touches itself near \(20, 20\)/],
    [
      'a polygon that touches itself at a node',
      poly([10, 10], [30, 10], [20, 20], [30, 30], [10, 30], [20, 20]),
      /near \(20, 20\)/,
    ],
    ['a spike', poly([10, 10], [30, 10], [50, 10], [30, 10], [30, 30]), /near \(50, 10\)/],
    ['a flat polygon', poly([10, 10], [20, 10], [30, 10]), 'itself'],
    ['a polygon of NaN', poly([10, 10], [Number.NaN, 10], [30, 40]), 'vertex 1'],
    ['a polygon outside', poly([110, 10], [120, 10], [110, 40]), 'outside'],
    [
      'a crossed hole',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [50, 0],
            [50, 50],
            [0, 50],
          ],
          [
            [10, 10],
            [30, 30],
            [30, 10],
            [10, 30],
          ],
        ],
      },
      'hole 1',
    ],
    [
      'two parts',
      {
        type: 'MultiPolygon',
        coordinates: [poly([0, 0], [9, 0], [0, 9]).coordinates, poly([20, 0], [29, 0], [20, 9]).coordinates],
      },
      '2 parts',
    ],
  ];
  for (const [name, init, reason] of refused) {
    it(`refuses ${name}`, () => {
      assert.throws(() => checkInit(init, image), coded('bad-init', reason));
    });
  }

  it('takes points, also on the far edges', () => {
    assert.deepEqual(checkInit({ x: 99.9, y: 0 }, image), { kind: 'point', x: 99.9, y: 0 });
    assert.deepEqual(checkInit({ x: 100, y: 80 }, image), { kind: 'point', x: 99.5, y: 79.5 });
  });

  it('closes polygons, drops repeated vertices, and takes a Feature for its geometry', () => {
    const closed = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 10],
          [30, 10],
          [20, 30],
          [10, 10],
        ],
      ],
    };
    const start = { kind: 'polygon', rings: closed.coordinates };
    const doubled = poly([10, 10], [30, 10], [30, 10], [20, 30], [10, 10], [10, 10]);
    assert.deepEqual(checkInit(doubled, image), start);
    assert.deepEqual(checkInit({ type: 'Feature', geometry: closed, properties: {} }, image), start);
    assert.deepEqual(checkInit({ type: 'MultiPolygon', coordinates: [closed.coordinates] }, image), start);
  });

  it('cuts a polygon to the image', () => {
    const cut = checkInit(poly([90, 10], [110, 10], [110, 30], [90, 30]), image);
    assert.deepEqual(cut, {
      kind: 'polygon',
      rings: [
        [
          [90, 10],
          [100, 10],
          [100, 30],
          [90, 30],
          [90, 10],
        ],
      ],
    });
  });

  it('tells auto from the others', () => {
    assert.deepEqual(checkInit('auto', image), { kind: 'everywhere' });
  });

  it('takes a checked start again in the form of a request, and leaves it as it is', () => {
    const inits = [
      { x: 10, y: 12, width: 20, height: 5 },
      { x: 3.5, y: 4 },
      poly([10, 10], [30, 10], [20, 30]),
      'auto',
    ];
    for (const init of inits) {
      const start = checkInit(init, image);
      assert.deepEqual(checkInit(initOf(start), image), start);
    }
  });

  it('refuses a polygon that the edge cuts into parts', () => {
    const comb = poly([90, 10], [110, 10], [110, 40], [90, 40], [90, 30], [105, 30], [105, 20], [90, 20]);
    assert.throws(() => checkInit(comb, image), coded('bad-init', 'cut to'));
  });

  it('cuts to the domain where there is one', () => {
    const domain = { x: 0, y: 0, width: 20, height: 20 };
    assert.deepEqual(checkInit({ x: 10, y: 10, width: 20, height: 20 }, domain), {
      kind: 'box',
      rect: { x: 10, y: 10, width: 10, height: 10 },
    });
    assert.throws(() => checkInit({ x: 30, y: 30, width: 5, height: 5 }, domain), coded('bad-init', 'x from 0 to 20'));
  });

  it('keeps a polygon of ten thousand vertices, and finds its one crossing', () => {
    const circle = Array.from({ length: 10_000 }, (_, k): [number, number] => {
      const a = (2 * Math.PI * k) / 10_000;
      return [50 + 30 * Math.cos(a), 40 + 30 * Math.sin(a)];
    });
    assert.doesNotThrow(() => checkInit(poly(...circle), image));
    const swapped = [...circle];
    [swapped[500], swapped[501]] = [circle[501]!, circle[500]!];
    assert.throws(() => checkInit(poly(...swapped), image), coded('bad-init', 'itself'));
  });
});
