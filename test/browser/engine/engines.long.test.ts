/**
 * The contours on record for real images and a real volume, to the last vertex: the same in every browser engine as in Node.
 * `npm run test:engines` runs this in Firefox and WebKit too.
 */
import { expect } from '@open-wc/testing';
import { createEngine, type Engine, type EngineRequest } from '../../../src/engine.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { digestsOf, levelSetRecord, ringsOf } from '../../support/contour-digests.js';

describe('contours of real images, in this browser', function () {
  this.timeout(240_000);
  let engine: Engine;
  before(async () => {
    engine = await createEngine({ backend: 'cpu' });
  });
  after(() => engine.dispose());

  const read = async (file: string): Promise<Blob> => (await fetch(`/demo/images/${file}`)).blob();
  const onRecord = async (name: string): Promise<Record<string, unknown>> =>
    (await fetch(`/test/golden/${name}.json`)).json();

  const contoursOf = async (file: string, request: EngineRequest): Promise<readonly ContourFeature[]> => {
    const image = await engine.open({ kind: 'blob', blob: await read(file), name: file });
    try {
      return (await engine.segment(image, request).outcome).contours;
    } finally {
      engine.close(image);
    }
  };

  for (const [record, algorithm, what] of [
    ['snake-contours', 'snake', async ([contour]: readonly ContourFeature[]) => contour && ringsOf(contour)[0]],
    ['level-set', 'level-set', levelSetRecord],
  ] as const) {
    it(`are those on record, to the last vertex: ${record}`, async () => {
      const known = Object.entries(await onRecord(record));
      expect(known).to.have.length.above(6);
      for (const [key, recorded] of known) {
        const [, file = '', request = ''] = /^(\S+) (.*)$/.exec(key) ?? [];
        const found = await what(await contoursOf(file, { algorithm, ...JSON.parse(request) }));
        expect(found, key).to.deep.equal(recorded);
      }
    });
  }

  it('are the lines and the found objects on record', async () => {
    expect(await digestsOf(engine, read)).to.deep.equal(await onRecord('digests'));
  });
});
