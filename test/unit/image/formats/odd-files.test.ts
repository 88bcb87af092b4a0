/** PNG and NIfTI files made chunk by chunk and field by field: what each says is what is read, and what cannot be is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { deflate } from 'pako';
import { ArraySource } from '../../../../src/image/array-source.js';
import { checkedRegion } from '../../../../src/image/checked-region.js';
import { stretchOf } from '../../../../src/image/display.js';
import { putTogether, takeApart } from '../../../../src/image/image-spec.js';
import { open } from '../../../../src/image/open.js';
import { coded } from '../../../support/errors.js';
import { niftiFile } from '../../../support/images/nifti-file.js';

const openBytes = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  open({ kind: 'blob', blob: new Blob([bytes]), name });

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
};
const word = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const chunk = (type: string, body: readonly number[]): number[] => {
  const content = [...new TextEncoder().encode(type), ...body];
  return [...word(body.length), ...content, ...word(crcOf(Uint8Array.from(content)))];
};
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];

interface Png {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly rows: readonly number[];
  readonly more?: readonly number[];
  /** Changes the compressed rows. */
  readonly spoil?: (packed: readonly number[]) => readonly number[];
}
const png = ({
  width = 2,
  height = 1,
  depth = 8,
  colour = 0,
  rows,
  more = [],
  spoil = (packed) => packed,
}: Png): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...SIGNATURE,
    ...chunk('IHDR', [...word(width), ...word(height), depth, colour, 0, 0, 0]),
    ...more,
    ...chunk('IDAT', spoil([...deflate(Uint8Array.from(rows))])),
    ...chunk('IEND', []),
  ]);
const pixels = async (given: Png) => {
  const image = await openBytes(png(given), 'made.png');
  const { width, height } = image;
  const { data, missing } = await image.region({ x: 0, y: 0, width, height }, 0);
  return { data: [...data], missing: missing && [...missing] };
};
const refused = (given: Png, reason: RegExp): Promise<void> =>
  assert.rejects(openBytes(png(given), 'made.png'), coded('image-unreadable', reason), String(reason));

describe('PNG', () => {
  it('whose colour is transparent leaves those pixels out', async () => {
    const grey = await pixels({ rows: [0, 7, 9], more: chunk('tRNS', [0, 9]) });
    assert.deepEqual(grey, { data: [7, 9], missing: [0, 1] });
    const wide = await pixels({ depth: 16, rows: [0, 1, 2, 3, 4], more: chunk('tRNS', [3, 4]) });
    assert.deepEqual(wide, { data: [258, 772], missing: [0, 1] });
    const rgb = await pixels({ colour: 2, rows: [0, 1, 2, 3, 4, 5, 6], more: chunk('tRNS', [0, 4, 0, 5, 0, 6]) });
    assert.deepEqual(rgb, { data: [1, 2, 3, 4, 5, 6], missing: [0, 1] });
    const short = await pixels({ colour: 2, rows: [0, 1, 2, 3, 4, 5, 6], more: chunk('tRNS', [0, 4]) });
    assert.equal(short.missing, undefined);
  });

  it('with alpha of 16 bits leaves out what is wholly transparent', async () => {
    const { data, missing } = await pixels({ colour: 4, depth: 16, rows: [0, 0, 5, 0, 1, 0, 6, 0, 0] });
    assert.deepEqual(
      [data, missing],
      [
        [5, 6],
        [0, 1],
      ],
    );
  });

  it('of a palette reads its colours, and is refused without them', async () => {
    const palette = chunk('PLTE', [1, 2, 3, 4, 5, 6]);
    const clear = await pixels({ colour: 3, rows: [0, 0, 1], more: [...palette, ...chunk('tRNS', [255, 0])] });
    assert.deepEqual(clear, { data: [1, 2, 3, 4, 5, 6], missing: [0, 1] });
    await refused({ colour: 3, rows: [0, 0, 1] }, /no palette/);
    await refused({ colour: 3, rows: [0, 0, 1], more: chunk('PLTE', [1, 2]) }, /no palette/);
    await refused({ colour: 3, rows: [0, 0, 2], more: palette }, /no colour 2/);
  });

  it('of every filter, with pixels of several bytes', async () => {
    const rows = [1, 1, 2, 3, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 3, 2, 2, 2, 2, 2, 2, 4, 1, 1, 1, 1, 1, 1];
    const { data } = await pixels({ height: 4, colour: 2, rows });
    assert.deepEqual(data.slice(0, 12), [1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5]);
    assert.deepEqual(data.slice(12, 18), [3, 3, 4, 5, 5, 6]);
    await refused({ rows: [5, 1, 2] }, /unknown filter 5/);
  });

  it('of rows, chunks or a header that make no sense is refused', async () => {
    await refused({ rows: [0, 1] }, /rows end early/);
    await refused({ rows: [0, 1, 2, 0, 1, 2] }, /more than 3 bytes/);
    await refused({ depth: 3, rows: [0, 1, 2] }, /3 bits of the colour type 0/);
    await refused({ colour: 5, rows: [0, 1, 2] }, /colour type 5/);
    await refused({ rows: [0, 1, 2], more: chunk('ABCD', []) }, /chunk ABCD is unknown/);
    assert.deepEqual((await pixels({ rows: [0, 1, 2], more: chunk('abCD', [1]) })).data, [1, 2]);
    // What follows a sound stream is left out, as it always was; a stream without its checksum, or with a wrong one, is refused.
    const rows = [0, 1, 2];
    assert.deepEqual((await pixels({ rows, spoil: (packed) => [...packed, 7, 7, 7] })).data, [1, 2]);
    await refused({ rows, spoil: (packed) => packed.slice(0, -1) }, /ends early/);
    await refused({ rows, spoil: (packed) => [...packed.slice(0, -1), packed.at(-1)! ^ 1] }, /incorrect data check/);
    const whole = png({ rows });
    const file = (bytes: readonly number[]) => openBytes(Uint8Array.from([...SIGNATURE, ...bytes]), 'made.png');
    await assert.rejects(file(chunk('IEND', [])), coded('image-unreadable', 'no header'));
    await assert.rejects(file([]), coded('image-unreadable', 'ends early'));
    const filter = chunk('IHDR', [...word(2), ...word(1), 8, 0, 0, 1, 0]);
    await assert.rejects(file(filter), coded('image-unreadable', 'interlacing are 0, 1 and 0'));
    await assert.rejects(openBytes(whole.slice(0, -12), 'made.png'), coded('image-unreadable', 'ends early'));
  });
});

describe('NIfTI', () => {
  const changed = (change: (view: DataView) => void, bytes = niftiFile()): Uint8Array<ArrayBuffer> => {
    change(new DataView(bytes.buffer));
    return bytes;
  };
  const no = (bytes: Uint8Array<ArrayBuffer>, code: string, reason: string, name = 'made.nii'): Promise<void> =>
    assert.rejects(openBytes(bytes, name), coded(code, reason), reason);

  it('of the second version says the same in wider fields', async () => {
    const bytes = new Uint8Array(544 + 2 * 8);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, 540, true);
    bytes.set(new TextEncoder().encode('n+2\0'), 4);
    view.setInt16(12, 512, true);
    for (const [k, value] of [3, 2, 2, 2, 1, 1, 1, 1].entries()) view.setBigInt64(16 + 8 * k, BigInt(value), true);
    for (const [k, value] of [1, 0.5, 0.25, 2].entries()) view.setFloat64(104 + 8 * k, value, true);
    view.setBigInt64(168, 544n, true);
    view.setFloat64(176, 1, true);
    view.setInt32(500, 2, true);
    view.setInt32(344, 1, true);
    for (let k = 0; k < 8; k++) view.setUint16(544 + 2 * k, k, true);
    const image = await openBytes(bytes, 'made.nii');
    assert.deepEqual([image.width, image.height, image.stack?.depth, image.placement?.pixelHeight], [2, 2, 2, 0.25]);
    const { data } = await image.region({ x: 0, y: 0, width: 2, height: 2 }, 0, { slice: 1 });
    assert.deepEqual([...data], [4, 5, 6, 7]);
  });

  it('whose header claims what cannot be is refused', async () => {
    await no(
      changed((view) => view.setInt16(40, 9, true)),
      'image-unreadable',
      '9 dimensions',
    );
    await no(
      changed((view) => view.setInt16(70, 32, true)),
      'unsupported',
      'sample type 32',
    );
    await no(
      changed((view) => {
        view.setInt16(40, 4, true);
        view.setInt16(48, -1, true);
      }),
      'image-unreadable',
      '-1 volumes',
    );
    await no(
      changed((view) => view.setFloat32(108, 12.5, true)),
      'image-unreadable',
      'from byte 12.5',
    );
    await no(
      changed((view) => view.setInt16(46, 7, true)),
      'image-unreadable',
      '1680 bytes of samples',
    );
    await no(
      changed((view) => view.setUint8(344, 0)),
      'image-unreadable',
      'NIfTI header is damaged',
    );
    await no(
      changed((view) => view.setFloat32(112, 1e38, true)),
      'image-unreadable',
      'slope',
    );
    await no(niftiFile().slice(0, 600), 'image-unreadable', 'it has 600');
    await no(
      changed((view) => [42, 44, 46].forEach((at) => void view.setInt16(at, 900, true))),
      'image-too-large',
      '900 × 900 × 900',
    );
  });

  it('has its values by slope and intercept, and its place by a rotation', async () => {
    const scaled = changed((view) => {
      view.setFloat32(112, 2, true);
      view.setFloat32(116, 5, true);
      view.setInt16(252, 1, true);
      view.setUint8(123, 3);
    });
    const image = await openBytes(scaled, 'made.nii');
    const { data } = await image.region({ x: 1, y: 0, width: 1, height: 1 }, 0);
    assert.deepEqual([...data], [2 * (7919 % 4099) + 5]);
    assert.deepEqual(image.stack?.spacing, [0.0005, 0.0005, 0.002]);
    assert.equal(image.stack?.affine?.[0]?.[0], 0.0005);
  });

  it('in gzip is held to its checksum and to its header', async () => {
    const packed = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(gzipSync(bytes));
    assert.equal((await openBytes(packed(niftiFile()), 'made.nii.gz')).width, 12);
    const wrong = packed(niftiFile());
    wrong[wrong.length - 8]! ^= 1;
    await no(wrong, 'image-unreadable', 'gzip stream is damaged', 'made.nii.gz');
    await no(packed(niftiFile().slice(0, 600)), 'image-unreadable', 'it has 600', 'made.nii.gz');
    await no(packed(new Uint8Array(100)), 'image-unreadable', 'no volume', 'made.nii.gz');
  });
});

describe('sources of a page’s own', () => {
  const region = { x: 0, y: 0, width: 2, height: 1 };
  const source = (answer: unknown) =>
    Object.assign(new ArraySource({ width: 2, height: 1, bands: 1, data: new Uint8Array(2) }), {
      region: async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
  const read = (answer: unknown) => {
    const made = source(answer);
    return Reflect.apply(checkedRegion, undefined, [made, region, 0, {}]);
  };

  it('give samples of the size and the kind that they say, or a coded error', async () => {
    const good = { ...region, bands: 1, data: new Uint8Array(2) };
    assert.equal(await read(good), good);
    const odd = [
      undefined,
      3,
      { ...good, width: 3 },
      { ...good, data: [1, 2] },
      { ...good, data: new Uint16Array(2) },
      { ...good, missing: new Uint8Array(1) },
    ];
    for (const answer of odd) await assert.rejects(read(answer), coded('image-unreadable', 'gave no 1 × 8 bits'));
    await assert.rejects(read(new RangeError('row 7')), coded('image-unreadable', 'its region failed', 'row 7'));
    await assert.rejects(read(new DOMException('', 'AbortError')), { name: 'AbortError' });
  });

  it('send what can be sent, and keep their functions', () => {
    const tile = (): never => assert.fail();
    const request = (): never => assert.fail();
    const level = { width: 1, height: 1, scale: 1, tileWidth: 1, tileHeight: 1, overlap: 0 };
    for (const spec of [
      { kind: 'tiles', levels: [level], tile },
      { kind: 'url', url: 'x', request },
      { kind: 'url', url: 'x' },
      { kind: 'blob', blob: new Blob() },
    ] as const) {
      const { sent, host } = takeApart(spec);
      assert.ok(Object.values(sent).every((value) => typeof value !== 'function'));
      assert.deepEqual(putTogether(sent, host), spec);
    }
    const { sent } = takeApart({ kind: 'tiles', levels: [level], tile });
    assert.throws(() => putTogether(sent), coded('internal', 'without a function'));
  });

  it('are shown with the limits given, and where all is alike or missing with limits that differ', async () => {
    const image = (data: Float32Array, missing?: Uint8Array) =>
      new ArraySource({ width: 2, height: 1, bands: 1, data, missing });
    const limits = async (of: ArraySource, options: object) => (await stretchOf(of, options)).limits;
    const flat = image(Float32Array.of(5, 5));
    assert.deepEqual(await limits(flat, {}), [[5, 6]]);
    assert.deepEqual(await limits(flat, { scale: 'log' }), [[5, 10]]);
    assert.deepEqual(await limits(flat, { limits: [[1, 2]] }), [[1, 2]]);
    const gone = image(Float32Array.of(5, 5), Uint8Array.of(1, 1));
    assert.deepEqual(await limits(gone, {}), [[0, 1]]);
    assert.deepEqual(await limits(gone, { scale: 'log' }), [[1, 2]]);
    await assert.rejects(
      stretchOf(flat, {
        limits: [
          [1, 2],
          [3, 4],
        ],
      }),
      coded('bad-parameter', 'limits'),
    );
  });
});
