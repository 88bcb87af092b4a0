import { expect } from '@open-wc/testing';
import { EngineClient } from '../../../src/element/client/engine-client.js';
import { createEngine } from '../../../src/engine.js';
import { deflatedTiles } from '../../support/images/deflated-tiles.js';

const init = { x: 100, y: 3, width: 40, height: 10 };

describe('tiles that workers of the engine’s worker decode', () => {
  it('give the contour that tiles decoded in place give, and none of the workers dies', async () => {
    const file = new Blob([await deflatedTiles(64)]);
    const here = await createEngine({ backend: 'cpu' });
    const plain = await here.segment(await here.open({ kind: 'blob', blob: file, name: 'tiles.tif' }), { init }).result;
    expect(here.stats().decoding.reason).to.equal('no workers decode tiles: the engine has no worker of its own');
    here.dispose();

    const client = new EngineClient({ backend: 'cpu' });
    try {
      for (;;) {
        await client.open({ kind: 'blob', blob: file, name: 'tiles.tif' });
        const { contours } = await client.segment({ init }).result;
        expect(contours[0]?.geometry).to.deep.equal(plain.geometry);
        const { decoding } = await client.stats();
        expect(decoding.deaths, decoding.reason).to.equal(0);
        // Workers start while the first tiles are decoded in place.
        if (decoding.inWorkers > 0 || navigator.hardwareConcurrency === 1) break;
        expect(decoding.reason).to.match(/^up to \d workers decode tiles$/);
      }
    } finally {
      client.dispose();
    }
  });
});
