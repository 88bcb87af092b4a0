/** Images whose specification, tags or samples are odd: what is sound is read as it stands, and the rest is named. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArraySource, checkedSamples } from '../../../src/image/array-source.js';
import { BandStack } from '../../../src/image/band-stack.js';
import { checkPicture } from '../../../src/image/budget.js';
import { checkSource, checkSpec } from '../../../src/image/check-spec.js';
import { placeTags } from '../../../src/image/formats/tiff/place-tags.js';
import { anyMissing, toCodes } from '../../../src/image/formats/volume/codes.js';
import { VolumeSource } from '../../../src/image/formats/volume/volume-source.js';
import { readBody } from '../../../src/image/io/body.js';
import { fileError } from '../../../src/image/io/file-error.js';
import { open } from '../../../src/image/open.js';
import { halve } from '../../../src/image/reduce.js';
import type { Placement } from '../../../src/image/samples.js';
import { coded } from '../../support/errors.js';
import { greyTags, type TagSpec, writeTiff } from '../../support/images/tiff-writer.js';

describe('the specification of an image', () => {
  const level = { width: 4, height: 3, scale: 1, tileWidth: 4, tileHeight: 3, overlap: 0 };
  const tiles = { kind: 'tiles', levels: [level], tile: () => {} };
  const placement: Placement = { pixelWidth: 1, pixelHeight: 1, unit: 'm' };
  const blob = { kind: 'blob', blob: new Blob() };

  it('that is sound passes', () => {
    for (const given of [tiles, { ...blob, name: 'a' }, { kind: 'url', url: 'x' }, { ...tiles, placement }])
      assert.deepEqual(Reflect.apply(checkSpec, undefined, [given]), given);
  });

  it('that is not is told by the member that is wrong', () => {
    const placed = (odd: object) => ({ ...blob, placement: { ...placement, ...odd } });
    const odd: readonly (readonly [unknown, string])[] = [
      [undefined, 'image'],
      [{ kind: 'url', url: 3 }, 'url'],
      [{ kind: 'url', url: 'x', request: 3 }, 'request'],
      [{ kind: 'blob', blob: 'x' }, 'blob'],
      [{ kind: 'file' }, 'image'],
      [{ ...tiles, tile: 3 }, 'tile'],
      [{ ...tiles, levels: [] }, 'levels'],
      [{ ...tiles, levels: [null] }, 'levels'],
      [{ ...tiles, levels: [{ ...level, overlap: -1 }] }, 'levels'],
      [{ ...tiles, levels: [{ ...level, scale: 0.5 }] }, 'levels'],
      [placed({ unit: 'px' }), 'placement'],
      [placed({ pixelWidth: 0 }), 'placement'],
      [placed({ origin: [1] }), 'placement.origin'],
      [placed({ axes: [1, 2, 3, Number.NaN] }), 'placement.axes'],
      [placed({ crs: 3 }), 'placement.crs'],
      [{ ...blob, placement: 3 }, 'placement'],
    ];
    for (const [given, name] of odd)
      assert.throws(() => Reflect.apply(checkSpec, undefined, [given]), coded('bad-parameter', name), name);
  });

  it('a source of the caller’s own says of itself what every source says', () => {
    const source = new ArraySource({ width: 4, height: 3, bands: 1, data: new Uint8Array(12) });
    assert.equal(checkSource(source), source);
    const { name, width, height, bands, bits, levels } = source;
    const own = { name, width, height, bands, bits, levels, region: () => {}, close: () => {} };
    const odd = {
      name: 3,
      width: 0,
      bits: 7,
      levels: [{ width: 4, height: 3, scaleX: 0, scaleY: 1 }],
      region: 1,
      close: 1,
    };
    for (const [member, value] of Object.entries(odd)) {
      const given = { ...own, [member]: value };
      assert.throws(() => Reflect.apply(checkSource, undefined, [given]), coded('bad-parameter', `image.${member}`));
    }
  });

  it('samples have the count and the flags that their size says', () => {
    const samples = { width: 4, height: 3, data: new Uint8Array(12) };
    const odd = { width: 0.5, data: [1], missing: [1] };
    for (const [member, value] of Object.entries(odd)) {
      const given = { ...samples, [member]: value };
      assert.throws(() => Reflect.apply(checkedSamples, undefined, [given]), coded('bad-parameter', member));
    }
    assert.throws(() => checkedSamples({ ...samples, data: new Uint8Array(9) }), coded('bad-parameter', '9 samples'));
    assert.throws(() => checkedSamples({ ...samples, missing: new Uint8Array(9) }), coded('bad-parameter', '9 flags'));
  });

  it('of a picture is compared with the budget before it is decoded', () => {
    assert.throws(() => checkPicture('a', 0, 3, 0), coded('image-unreadable', '0 × 3'));
    assert.throws(() => checkPicture('a', 9, 9, 2 ** 31), coded('image-too-large', '9 × 9 pixels', '2147483648 bytes'));
  });
});

describe('samples', () => {
  it('of several images become the bands of one, with what is missing in any of them', async () => {
    const image = (value: number, missing?: Uint8Array) =>
      new ArraySource({ width: 2, height: 1, bands: 1, data: Uint8Array.of(value, value + 1), missing });
    const region = { x: 0, y: 0, width: 2, height: 1 };
    const done: number[] = [];
    const stack = new BandStack([image(1), image(5, Uint8Array.of(0, 1)), image(7, Uint8Array.of(0, 0))]);
    const { data, missing } = await stack.region(region, 0, { onProgress: (share) => void done.push(share) });
    assert.deepEqual([...data], [1, 5, 7, 2, 6, 8]);
    assert.deepEqual([...missing!], [0, 1]);
    assert.deepEqual(done, [1 / 3, 2 / 3, 1]);
    assert.equal((await new BandStack([image(1), image(2)]).region(region, 0)).missing, undefined);
    stack.close();
    await assert.rejects(stack.region(region, 0), coded('image-unreadable', 'closed'));
  });

  it('are halved to the mean, of one band or several, whole or not', async () => {
    const means = async (data: Uint8Array | Uint16Array | Float32Array, bands: number) => [
      ...(await halve({ width: 3, height: 2, bands, data })).data,
    ];
    assert.deepEqual(await means(Uint8Array.of(1, 2, 9, 3, 4, 8), 1), [3, 9]);
    assert.deepEqual(await means(Uint16Array.of(1, 2, 9, 3, 4, 8), 1), [3, 9]);
    assert.deepEqual(await means(Float32Array.of(1, 2, 9, 3, 4, 8), 1), [2.5, 8.5]);
    assert.deepEqual(await means(Uint8Array.of(1, 0, 2, 0, 9, 0, 3, 1, 4, 1, 8, 1), 2), [3, 1, 9, 1]);
  });
});

describe('volumes', () => {
  it('of numbers that are none, or far apart, keep what they can', () => {
    assert.deepEqual(toCodes(Float32Array.of(Number.NaN, Number.NaN)), {
      plane: Uint16Array.of(0, 0),
      scale: 1,
      offset: 0,
      missing: Uint8Array.of(1, 1),
      rounded: 'no',
    });
    const { plane, scale, offset } = toCodes(Float64Array.of(-1e6, 1e6, 0));
    assert.deepEqual(
      [...plane].map((code) => Math.round(code * scale + offset)),
      [-1e6, 1e6, -15],
    );
    assert.deepEqual(toCodes(Int16Array.of(-5, 3)).offset, -5);
    assert.equal(anyMissing([undefined, undefined]), undefined);
    assert.deepEqual(anyMissing([Uint8Array.of(1, 0, 0), undefined, Uint8Array.of(0, 0, 1)]), Uint8Array.of(1, 0, 1));
  });

  it('give the slices that are asked for, what is missing there, and nothing once they are closed', async () => {
    const source = (planes: (Uint8Array | Uint16Array)[], missing?: Uint8Array) => {
      const values = planes.map(() => ({ scale: 1, offset: 0 }));
      return new VolumeSource(
        { name: 'v', width: 2, height: 1, depth: 2, planes, values, spacing: undefined, affine: undefined, missing },
        'NIfTI',
      );
    };
    const rect = { x: 0, y: 0, width: 2, height: 1 };
    const bytes = source([Uint8Array.of(1, 2, 3, 4)], Uint8Array.of(0, 0, 0, 1));
    assert.equal(bytes.bits, 8);
    let done = 0;
    const slice = await bytes.region(rect, 0, {
      slice: 1,
      onProgress: (share) => {
        done = share;
      },
    });
    assert.deepEqual([...slice.data, ...slice.missing!, done], [3, 4, 0, 1, 1]);
    await assert.rejects(bytes.region(rect, 0, { slice: 2 }), coded('bad-parameter', 'slice'));
    assert.equal(source([Uint8Array.of(1, 2, 3, 4), Uint16Array.of(1, 2, 3, 4)]).bits, 16);
    bytes.close();
    await assert.rejects(bytes.region(rect, 0), coded('image-unreadable', 'closed'));
  });
});

describe('the place of an image in the tags of a TIFF', () => {
  const tagsOf = (placement?: Placement): number[] => placeTags(placement).map(([tag]) => tag);
  const size = { pixelWidth: 2, pixelHeight: 2 };

  it('is written where there is one', () => {
    assert.deepEqual(tagsOf(), []);
    assert.deepEqual(tagsOf({ ...size, unit: 'm' }), []);
    assert.deepEqual(tagsOf({ ...size, unit: 'µm' }), [282, 283, 296]);
    assert.deepEqual(tagsOf({ ...size, unit: 'm', origin: [1, 2] }), [33550, 33922, 34735]);
    assert.deepEqual(tagsOf({ ...size, unit: 'degree', origin: [1, 2], axes: [1, 0, 0, -1] }), [34264, 34735]);
  });

  it('stands in rationals that have room for pixels of any size', () => {
    for (const pixelWidth of [1e-5, 0.25, 3000]) {
      const [, { values }] = placeTags({ pixelWidth, pixelHeight: 1, unit: 'µm' })[0] ?? assert.fail();

      assert.ok(
        values.every((value) => Number.isInteger(value) && value > 0 && value < 2 ** 32),
        `${values}`,
      );
      assert.ok(Math.abs(1e4 / (values[0]! / values[1]!) / pixelWidth - 1) < 1e-3, `${values} for ${pixelWidth}`);
    }
  });
});

describe('tags of a TIFF', () => {
  const opened = (
    changes: readonly TagSpec[],
    data: Uint8Array = new Uint8Array(64),
    size: readonly [number, number] = [4, 3],
  ) =>
    open({ kind: 'blob', blob: new Blob([writeTiff([{ tags: greyTags(...size, changes) }], data)]), name: 'made.tif' });
  const short = (tag: number, ...values: number[]): TagSpec => ({ tag, type: 3, values });
  const double = (tag: number, ...values: number[]): TagSpec => ({ tag, type: 12, values });
  const text = (tag: number, values: string): TagSpec => ({ tag, type: 2, values });
  const placed = async (...changes: TagSpec[]) => (await opened(changes)).placement;

  it('place it in the world, or say no more than the size of a pixel', async () => {
    const geo = short(34735, 1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32630);
    const scale = double(33550, 10, 20, 0);
    assert.deepEqual(await placed(geo, scale, double(33922, 0, 0, 0, 500, 600, 0)), {
      pixelWidth: 10,
      pixelHeight: 20,
      unit: 'm',
      crs: 'EPSG:32630',
      origin: [500, 600],
    });
    const lost = await placed(geo, scale, double(33922, 0, 0, 0, Number.NaN, 600, 0));
    assert.deepEqual([lost?.pixelWidth, lost?.origin], [10, undefined]);
    const matrix = (...values: number[]) => double(34264, ...values, 0, 0, 0, 0, 0, 0, 0, 1);
    assert.deepEqual((await placed(geo, matrix(2, 0, 0, 5, 0, -3, 0, 6)))?.origin, [5, 6]);
    assert.deepEqual((await placed(geo, matrix(0, 2, 0, 5, 3, 0, 0, 6)))?.axes, [0, 3, 2, 0]);
    assert.equal((await placed(geo, matrix(2, 4, 0, 5, 1, 2, 0, 6)))?.origin, undefined, 'it has no area');
    assert.equal((await placed(geo, matrix(2, 0, 0, Number.POSITIVE_INFINITY, 0, -3, 0, 6)))?.origin, undefined);
  });

  it('tell a microscope’s resolution from a printer’s', async () => {
    const at = (unit: number, across: number) => placed(short(296, unit), double(282, across), double(283, across));
    assert.equal((await at(3, 20_000))?.pixelWidth, 0.5);
    assert.equal((await at(2, 25_400))?.pixelWidth, 1);
    assert.equal(await at(2, 300), undefined);
    assert.equal(await at(1, 20_000), undefined);
    const ome = (unit: string) =>
      placed(text(270, `<OME><Image><Pixels PhysicalSizeX="2" PhysicalSizeY="3" ${unit}/></Image></OME>`));
    assert.equal((await ome('PhysicalSizeXUnit="nm" PhysicalSizeYUnit="nm"'))?.pixelHeight, 0.003);
    assert.equal(await ome('PhysicalSizeXUnit="pixel"'), undefined);
    assert.equal((await placed(text(270, 'Aperio Image|MPP = 0.5|')))?.pixelWidth, 0.5);
  });

  it('of inks, lightness and forms that are not read are converted or refused', async () => {
    const inks = await opened(
      [short(262, 5), short(277, 4), short(258, 8, 8, 8, 8), short(279, 48)],
      new Uint8Array(48),
    );
    const { bands, data } = await inks.region({ x: 0, y: 0, width: 4, height: 3 }, 0);
    assert.deepEqual([bands, ...new Set(data)], [3, 255]);
    const lab = await opened([short(262, 8)]);
    await assert.rejects(lab.region({ x: 0, y: 0, width: 4, height: 3 }, 0), coded('unsupported', 'L*a*b*'));
    const ycbcr = [short(262, 6), short(277, 3), short(258, 16, 16, 16)];
    await assert.rejects(opened(ycbcr), coded('unsupported', 'YCbCr'));
    await assert.rejects(opened([short(259, 34925)]), coded('unsupported', 'LZMA'));
    await assert.rejects(opened([short(339, 9)]), coded('unsupported', 'complex or unknown'));
  });

  it('of luma and chroma in data units are read pixel by pixel', async () => {
    // Two units of 2 × 2 luma with one pair of chroma each; grey chroma leaves the luma.
    const units = Uint8Array.of(10, 20, 50, 60, 128, 128, 30, 40, 70, 80, 128, 128);
    const tags = [short(262, 6), short(277, 3), short(258, 8, 8, 8), short(530, 2, 2), short(279, 12)];
    const image = await opened(tags, units, [4, 2]);
    const { data } = await image.region({ x: 0, y: 0, width: 4, height: 2 }, 0);
    assert.deepEqual(
      [...data].filter((_, k) => k % 3 === 0),
      [10, 20, 30, 40, 50, 60, 70, 80],
    );
  });

  it('of a palette whose entries are of 8 bits, or too few, are read as they are', async () => {
    const map = Array.from({ length: 768 }, (_, k) => k % 256);
    const pixels = Uint8Array.from({ length: 12 }, (_, k) => 20 * k);
    const colours = async (values: readonly number[]) => {
      const image = await opened([short(262, 3), short(320, ...values)], pixels);
      return (await image.region({ x: 0, y: 0, width: 4, height: 3 }, 0)).data;
    };
    assert.deepEqual([...(await colours(map))].slice(0, 6), [0, 0, 0, 20, 20, 20]);
    assert.deepEqual([...(await colours(map.map((entry) => entry * 257)))].slice(3, 6), [20, 20, 20]);
    assert.deepEqual([...(await colours(map.slice(0, 256)))].slice(3, 6), [20, 0, 0]);
  });

  it('of half floats that are no numbers leave those pixels out', async () => {
    const words = [0x3c00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x8000];
    const bytes = new Uint8Array(new Uint16Array(words).buffer);
    const image = await opened([short(258, 16), short(339, 3), short(279, 12)], bytes, [6, 1]);
    const { data, missing } = await image.region({ x: 0, y: 0, width: 6, height: 1 }, 0);
    assert.deepEqual([...missing!], [0, 1, 1, 1, 0, 0]);
    assert.deepEqual([data[0], data[4]], [1, 2 ** -24]);
  });

  it('of samples of 12 and 24 bits are unpacked to the bit', async () => {
    const twelve = await opened([short(258, 12), short(279, 3)], Uint8Array.of(0xab, 0xcd, 0xef), [2, 1]);
    assert.deepEqual([...(await twelve.region({ x: 0, y: 0, width: 2, height: 1 }, 0)).data], [0xabc, 0xdef]);
    const wide = await opened([short(258, 24), short(279, 6)], Uint8Array.of(1, 2, 3, 4, 5, 6), [2, 1]);
    const { data } = await wide.region({ x: 0, y: 0, width: 2, height: 1 }, 0);
    assert.equal(data.length, 2);
    assert.ok(data instanceof Float32Array);
  });

  it('of channels that are not alike, or more than there are pages, give the first page', async () => {
    const tags = (width: number) => greyTags(width, 3, [text(270, 'ImageJ=1.5\nchannels=2\n')]);
    const two = writeTiff([{ tags: tags(4) }, { tags: tags(2) }], new Uint8Array(12));
    assert.equal((await open({ kind: 'blob', blob: new Blob([two]), name: 'a.tif' })).bands, 1);
    assert.equal((await opened([text(270, 'ImageJ=1.5\nchannels=9999\n')])).bands, 1);
    assert.equal((await opened([text(270, 'ImageJ=1.5\n')])).bands, 1);
  });
});

describe('bytes that come', () => {
  const limits = { limit: 10, heard: () => {} };

  it('are refused once they are more than they may be, said or not', async () => {
    const said = new Response('x', { headers: { 'content-length': '99' } });
    await assert.rejects(readBody(said, 'u', limits), coded('image-too-large', '99 bytes'));
    await assert.rejects(readBody(new Response('x'.repeat(11)), 'u', limits), coded('image-too-large', '11 bytes'));
    assert.equal((await readBody(new Response(null), 'u', limits)).length, 0);
    assert.equal((await readBody(new Response('abcdef'), 'u', { ...limits, skip: 2, enough: 3 })).length, 3);
  });

  it('that a system refuses are told in words', () => {
    const failure = (code: unknown) => fileError('/a', Object.assign(new Error('no'), { code }));
    assert.ok(coded('image-not-found', 'there is no such file')(failure('ENOENT')));
    assert.ok(coded('image-not-found', 'ESTALE')(failure('ESTALE')));
    assert.match(String(failure(3)), /Error: no/);
  });
});
