/** Options that are missing, as `undefined` or `null`, and options that there are not. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SegmenterError } from '../../src/core/errors.js';
import { createEngine, type Engine } from '../../src/engine.js';
import type { ImageSource } from '../../src/image/samples.js';
import { openFile } from '../../src/node.js';
import { applyChannel } from '../../src/toolkit.js';
import { REPEATED } from '../../src/worker/feature.js';

const data = Uint8Array.from({ length: 24 * 16 }, (_, k) => ((k * 37) % 97) + (k % 24 > 8 && k % 24 < 16 ? 120 : 0));
const samples = { width: 24, height: 16, bands: 1, data };
const init = { x: 6, y: 3, width: 12, height: 10 };

/** Options of no type: their values come from JSON, or from a script without types. */
const odd = <T>(options: unknown): T => JSON.parse(JSON.stringify(options));
const none = <T>(...names: readonly string[]): T => odd(Object.fromEntries(names.map((name) => [name, null])));

const refused = (name: string, known: RegExp) => (error: unknown) =>
  error instanceof SegmenterError &&
  error.code === 'bad-parameter' &&
  error.values.name === name &&
  known.test(error.message);

let engine: Engine;
let image: ImageSource;
before(async () => {
  engine = await createEngine({ backend: 'cpu' });
  image = await engine.load(samples);
});
after(() => engine.dispose());

describe('what is null counts as not given', () => {
  it('in requests, and the options of runs', async () => {
    const wanted = (await engine.segment(image, { init }).result).geometry;
    const members = [...REPEATED, 'like', 'unlike', 'parameters', 'paused', 'model', 'channel', 'boxPrior'];
    const run = engine.segment(image, { ...(none(...members) as object), init }, none('signal', 'id'));
    assert.deepEqual((await run.result).geometry, wanted);
    const parameters: Record<string, unknown> = none('model', 'channel');
    assert.deepEqual((await engine.segment(image, { init, parameters }, odd(null)).result).geometry, wanted);
  });

  it('in the options of an engine and of its functions', async () => {
    const made = await createEngine(none('backend', 'gpu', 'pixelBudget', 'evolvers', 'onBackendChange'));
    made.dispose();
    (await createEngine(odd(null))).dispose();
    const { geometry } = await engine.segment(image, { init }).result;
    const wanted = await engine.measure(image, geometry);
    assert.deepEqual(await engine.measure(image, geometry, none('domain', 'level', 'slice', 'signal')), wanted);
    const spec = { kind: 'samples', ...samples, ...(none('name', 'placement') as object) } as const;
    engine.close(await engine.open(spec, none('signal')));
    await engine.expect(image, init, none('algorithm', 'inView'));
    assert.equal(engine.stats(none('timings')).images, 1);
    assert.ok((await applyChannel(samples, 'luminance', none('bits', 'record', 'signal'))).planes.length > 0);
  });
});

describe('an option that there is not is refused with the nearest one', () => {
  const calls: Readonly<Record<string, readonly [name: string, nearest: RegExp, call: () => unknown]>> = {
    createEngine: ['backnd', /the nearest is backend/, () => createEngine(odd({ backnd: 'cpu' }))],
    open: ['sigal', /the nearest is signal/, () => engine.open({ kind: 'samples', ...samples }, odd({ sigal: 1 }))],
    openFile: ['limit', /known are signal/, () => openFile('nowhere', odd({ limit: 1 }))],
    request: [
      'modle',
      /the nearest is model/,
      () => engine.segment(image, { init, ...(odd({ modle: 'gamma' }) as object) }).result,
    ],
    segment: ['ids', /the nearest is id/, () => engine.segment(image, { init }, odd({ ids: 'x' })).result],
    measure: [
      'levle',
      /the nearest is level/,
      () =>
        engine.measure(
          image,
          {
            type: 'Polygon',
            coordinates: [
              [
                [1, 1],
                [9, 1],
                [9, 9],
                [1, 1],
              ],
            ],
          },
          odd({ levle: 1 }),
        ),
    ],
    stats: ['timing', /the nearest is timings/, async () => engine.stats(odd({ timing: true }))],
    applyChannel: ['bit', /the nearest is bits/, () => applyChannel(samples, 'luminance', odd({ bit: 8 }))],
  };
  for (const [name, [option, known, call]] of Object.entries(calls))
    it(name, () => assert.rejects(async () => call(), refused(option, known)));
});
