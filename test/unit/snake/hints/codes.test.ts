/** Marks on a contour whose run chose the categorical model: it is corrected in the same codes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import type { ImageSource } from '../../../../src/image/samples.js';
import type { Engine } from '../../../../src/worker/engine.js';

const [width, height] = [200, 160];
/** A bright ellipse with a pattern of 23 values on both sides: a box at its edge holds hardly more values than pixels. */
const data = Uint8Array.from({ length: width * height }, (_, at) => {
  const [x, y] = [at % width, Math.floor(at / width)];
  return (((x - 100) / 30) ** 2 + ((y - 80) / 20) ** 2 <= 1 ? 180 : 70) + ((x * 7919 + y * 104729) % 23);
});

describe('a contour found in codes', () => {
  let engine: Engine;
  let image: ImageSource;
  before(async () => {
    engine = await createEngine({ backend: 'cpu' });
    image = await engine.load({ width, height, bands: 1, data });
  });
  after(() => engine.dispose());

  it('is corrected by a mark beside its box in the codes that its run chose', async () => {
    const init = { x: 128, y: 80, width: 5, height: 5 };
    const alone = await engine.segment(image, { init }).result;
    const { channel, model, channelTransform } = alone.properties.metadata;
    assert.deepEqual([channel, model], ['palette:16', 'categorical']);
    const corrected = await engine.segment(image, { init, hints: { inside: [[135, 81]] } }).result;
    const { metadata, measurements } = corrected.properties;
    assert.deepEqual([metadata.channel, metadata.model], [channel, model]);
    assert.equal(metadata.channelTransform, channelTransform);
    assert.ok(measurements['Area px^2']! > alone.properties.measurements['Area px^2']!);
  });

  it('too small to lose a pixel is refused with what would do', async () => {
    const init = { x: 20, y: 20, width: 2, height: 4 };
    const run = engine.segment(image, { init, hints: { outside: [[21.5, 21.5]] } });
    await assert.rejects(run.result, /no contour of 8 pixels or more.*take some away, draw a larger start/);
  });
});
