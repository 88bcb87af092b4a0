import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine, type EngineRequest, type ImageSource } from '../../../../src/engine.js';
import type { Engine } from '../../../../src/worker/engine.js';
import { coded } from '../../../support/errors.js';
import { ramp, shrink } from '../../../support/shrink.js';

const init = { x: 4, y: 6, width: 40, height: 30 };

const ready = async (): Promise<{ engine: Engine; image: ImageSource }> => {
  const engine = await createEngine({ backend: 'cpu' });
  engine.register(shrink());
  return { engine, image: await engine.load({ name: 'ramp', width: 64, height: 48, data: ramp(64, 48) }) };
};

/** What a caller in JavaScript may give in the place of an object. */
const noObjects: readonly unknown[] = [5, 'steps', true, [], [1], () => {}];

describe('a request that is not what its types say', () => {
  it('is refused where its parameters are not an object', async () => {
    const { engine, image } = await ready();
    for (const parameters of noObjects) {
      const request = { algorithm: 'shrink', init, parameters } as EngineRequest;
      await assert.rejects(
        engine.segment(image, request).result,
        coded('bad-parameter', 'The parameter parameters ', 'it must be an object'),
      );
    }
    await engine.segment(image, { algorithm: 'shrink', init, parameters: { steps: 1 } }).result;
  });

  it('is refused where options are not an object, a list included', async () => {
    const { engine, image } = await ready();
    for (const options of noObjects) {
      const wanted = coded('bad-parameter', 'The parameter options ', 'it must be an object');
      await assert.rejects(engine.segment(image, { algorithm: 'shrink', init }, options as object).result, wanted);
      assert.throws(() => engine.stats(options as object), wanted);
      await assert.rejects(createEngine(options as object), wanted);
    }
  });
});
