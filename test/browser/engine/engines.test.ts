/**
 * The contours on record for real images, to the last vertex: the same in every browser engine as in Node. `npm run test:engines` runs
 * this in Firefox and WebKit too.
 */
import { expect } from '@open-wc/testing';
import { createEngine, type Engine, type EngineRequest } from '../../../src/engine.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';

const rings = ({ geometry }: ContourFeature): readonly number[][] =>
  (geometry.type === 'MultiPolygon'
    ? geometry.coordinates.flat()
    : geometry.type === 'Polygon'
      ? geometry.coordinates
      : []
  ).map((ring) => ring.slice(0, -1).flat());

describe('contours of real images, in this browser', function () {
  this.timeout(240_000);
  let engine: Engine;
  before(async () => {
    engine = await createEngine({ backend: 'cpu' });
  });
  after(() => engine.dispose());

  const contourOf = async (file: string, request: EngineRequest): Promise<ContourFeature> => {
    const blob = await (await fetch(`/demo/images/${file}`)).blob();
    const image = await engine.open({ kind: 'blob', blob, name: file });
    try {
      return await engine.segment(image, request).result;
    } finally {
      engine.close(image);
    }
  };

  for (const [record, algorithm] of [
    ['snake-contours', 'snake'],
    ['level-set', 'level-set'],
  ] as const) {
    it(`are those on record, to the last vertex: ${record}`, async () => {
      const known: Record<string, unknown> = await (await fetch(`/test/golden/${record}.json`)).json();
      // Volumes, whose slices are recorded by their digests, are compared in Node.
      const cases = Object.entries(known).filter(([, ring]) => Array.isArray(ring));
      expect(cases).to.have.length.above(5);
      for (const [key, recorded] of cases) {
        const [, file = '', request = ''] = /^(\S+) (.*)$/.exec(key) ?? [];
        const found = rings(await contourOf(file, { algorithm, ...JSON.parse(request) }));
        expect(record === 'level-set' ? found : found[0], key).to.deep.equal(recorded);
      }
    });
  }

  it('are lines with the same positions', async () => {
    const { geometry } = await contourOf('s1_spain_vv.tif', {
      algorithm: 'linear-features',
      init: { x: 100, y: 100, width: 200, height: 200 },
    });
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(geometry)));
    const text = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(text).to.equal('a58363e363bcd59bc8a03118aab20f5b90d9d86dcaab74f8b8932f38c3e79991');
  });
});
