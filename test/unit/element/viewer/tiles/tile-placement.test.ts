import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromArrayBuffer } from 'geotiff';
import type OpenSeadragon from 'openseadragon';
import { placementOfTiles } from '../../../../../src/element/viewer/tiles/tile-placement.js';
import { greyTags, writeTiff } from '../../../../support/images/tiff-writer.js';

const sourceOf = (images: unknown): OpenSeadragon.TileSource =>
  ({ dimensions: { x: 4, y: 3 }, GeoTIFFImages: images }) as unknown as OpenSeadragon.TileSource;

/** An image as geotiff.js 2 has it: tags by name, a fraction as two numbers. */
const image = (width: number, tags: object) => ({ fileDirectory: tags, getWidth: () => width });

describe('the size of a pixel of a tile source that reads a TIFF', () => {
  it('is that of the tags that geotiff.js reads', async () => {
    const file = writeTiff(
      [{ tags: greyTags(4, 3, [{ tag: 270, type: 2, values: 'Aperio Image\r\n4x3|AppMag = 40|MPP = 0.4990|' }]) }],
      new Uint8Array(12),
    );
    const read = await (await fromArrayBuffer(file.buffer)).getImage();
    const placement = await placementOfTiles(sourceOf([read]));
    assert.deepEqual(placement, { pixelWidth: 0.499, pixelHeight: 0.499, unit: 'µm' });
  });

  it('is that of the finest image, by resolution, by OME or in the world', async () => {
    const resolution = {
      XResolution: new Uint32Array([40_000, 1]),
      YResolution: new Uint32Array([80_000, 2]),
      ResolutionUnit: 3,
    };
    const placed = (tags: object) => placementOfTiles(sourceOf([image(2, {}), image(4, tags)]));
    assert.deepEqual(await placed(resolution), { pixelWidth: 0.25, pixelHeight: 0.25, unit: 'µm' });
    const ome = '<OME><Image><Pixels PhysicalSizeX="0.5" PhysicalSizeY="250" PhysicalSizeYUnit="nm"/></Image></OME>\0';
    assert.deepEqual(await placed({ ImageDescription: ome }), { pixelWidth: 0.5, pixelHeight: 0.25, unit: 'µm' });
    const world = { ModelPixelScale: [10, 10, 0], ModelTiepoint: [0, 0, 0, 500_000, 4_600_000, 0] };
    assert.deepEqual(await placed(world), {
      pixelWidth: 10,
      pixelHeight: 10,
      unit: 'm',
      origin: [500_000, 4_600_000],
    });
  });

  it('is unknown where no image has the size of the source, or its tags cannot be read', async () => {
    assert.equal(await placementOfTiles(sourceOf([image(8, { XResolution: [1, 1] })])), undefined);
    assert.equal(await placementOfTiles(sourceOf([image(4, {})])), undefined);
    assert.equal(await placementOfTiles(sourceOf([{ getWidth: () => 4 }, 7, null])), undefined);
    assert.equal(await placementOfTiles(sourceOf('images')), undefined);
    const failing = { loadValue: () => Promise.reject(new Error('no such range')) };
    assert.equal(await placementOfTiles(sourceOf([image(4, failing)])), undefined);
  });
});
