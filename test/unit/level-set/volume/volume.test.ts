import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fromArrayBuffer } from 'geotiff';
import { readHeader, readImage } from 'nifti-reader-js';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import type { Volume } from '../../../../src/image/formats/volume/grid.js';
import { writeNiftiMask, writeTiffMask } from '../../../../src/image/formats/volume/write-mask.js';
import { fillRings } from '../../../../src/level-set/start.js';
import type { VolumeOutcome, VolumeRequest, VolumeState } from '../../../../src/level-set/volume/volume.js';
import { segmentVolume } from '../../../../src/level-set/volume/volume.js';
import { aborted, coded } from '../../../support/errors.js';
import { readVolume } from '../../../support/images/read-volume.js';
import { Random } from '../../../support/random.js';

interface Header {
  readonly dims: readonly number[];
  readonly type: number;
  readonly bits: number;
  readonly little?: boolean;
  readonly slope?: number;
  readonly inter?: number;
  readonly offset?: number;
}

/** A NIfTI-1 file by hand. */
const nifti = (
  { dims, type, bits, little = true, slope = 0, inter = 0, offset = 352 }: Header,
  samples: Uint8Array,
) => {
  const view = new DataView(new ArrayBuffer(352));
  view.setInt32(0, 348, little);
  dims.forEach((n, k) => {
    view.setInt16(40 + 2 * k, n, little);
  });
  view.setInt16(70, type, little);
  view.setInt16(72, bits, little);
  for (let k = 1; k < 4; k++) view.setFloat32(76 + 4 * k, k / 2, little);
  view.setFloat32(108, offset, little);
  view.setFloat32(112, slope, little);
  view.setFloat32(116, inter, little);
  view.setUint8(123, 2);
  view.setInt16(254, 1, little);
  [-1, 0, 0, 90, 0, 1, 0, -126, 0, 0, 1, -72].forEach((v, k) => {
    view.setFloat32(280 + 4 * k, v, little);
  });
  view.setUint32(344, 0x6e2b3100);
  return Buffer.concat([new Uint8Array(view.buffer), samples]);
};

const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
const dims = (...sides: number[]): number[] => [sides.length, ...sides, ...Array(7 - sides.length).fill(1)];

test('a NIfTI of bytes comes back as it is, gzipped or not, with its place', async () => {
  const samples = Uint8Array.from({ length: 24 }, (_, k) => 10 * k);
  const file = nifti({ dims: dims(4, 3, 2), type: 2, bits: 8 }, samples);
  for (const bytes of [file, gzipSync(file)]) {
    const volume = await readVolume(blob(bytes), 'small.nii');
    assert.deepEqual([volume.width, volume.height, volume.depth], [4, 3, 2]);
    assert.deepEqual(volume.planes, [samples]);
    assert.deepEqual(volume.values, [{ scale: 1, offset: 0 }]);
    assert.deepEqual(volume.spacing, [0.5, 1, 1.5]);
    assert.deepEqual(volume.affine?.[0], [-1, 0, 0, 90]);
  }
});

test('signed 16-bit samples of either order of bytes are shifted, and their slope kept', async () => {
  const numbers = [-1000, -1, 0, 7, 500, 3000];
  for (const little of [true, false]) {
    const view = new DataView(new ArrayBuffer(12));
    numbers.forEach((v, k) => {
      view.setInt16(2 * k, v, little);
    });
    const header = { dims: dims(3, 1, 2), type: 4, bits: 16, little, slope: 2, inter: 10 };
    const { planes, values } = await readVolume(blob(nifti(header, new Uint8Array(view.buffer))), 'ct.nii');
    const { scale, offset } = values[0]!;
    assert.deepEqual(
      Array.from(planes[0]!, (code) => code * scale + offset),
      numbers.map((v) => 2 * v + 10),
    );
  }
});

test('floats are spread over 16 bits, and what is no number is missing', async () => {
  const numbers = Float32Array.from([-1, 0, 0.25, Number.NaN, 3, Number.POSITIVE_INFINITY]);
  const file = nifti({ dims: dims(3, 1, 2), type: 16, bits: 32 }, new Uint8Array(numbers.buffer));
  const { planes, values, missing } = await readVolume(blob(file), 'float.nii');
  assert.deepEqual(missing, Uint8Array.of(0, 0, 0, 1, 0, 1));
  const { scale, offset } = values[0]!;
  for (const k of [0, 1, 2, 4]) assert.ok(Math.abs(planes[0]![k]! * scale + offset - numbers[k]!) <= scale / 2 + 1e-12);
});

test('several volumes, and RGB, are bands', async () => {
  const samples = Uint8Array.from({ length: 12 }, (_, k) => k);
  const times = await readVolume(blob(nifti({ dims: dims(2, 1, 2, 3), type: 2, bits: 8 }, samples)), 't.nii');
  assert.deepEqual(times.planes, [samples.subarray(0, 4), samples.subarray(4, 8), samples.subarray(8)]);
  const rgb = await readVolume(blob(nifti({ dims: dims(2, 1, 2), type: 128, bits: 24 }, samples)), 'rgb.nii');
  assert.deepEqual(rgb.planes[1], Uint8Array.of(1, 4, 7, 10));
});

test('a header that lies is refused, and says what it claims', async () => {
  const bad = async (header: Partial<Header>, code: string, ...words: (string | RegExp)[]): Promise<void> => {
    const file = nifti({ dims: dims(4, 3, 2), type: 2, bits: 8, ...header }, new Uint8Array(24));
    await assert.rejects(readVolume(blob(file), 'lies.nii'), coded(code, 'lies.nii', ...words));
  };
  await bad({ dims: dims(4, 3, 3) }, 'image-unreadable', '36 bytes', '376');
  await bad({ dims: dims(4, 0, 3) }, 'image-unreadable', '4 × 0 × 3');
  await bad({ dims: dims(4, -3, 3) }, 'image-unreadable', '-3');
  await bad({ dims: [9, 4, 3, 2] }, 'image-unreadable', '9 dimensions');
  await bad({ dims: dims(32767, 32767, 32767) }, 'image-too-large', '32767');
  await bad({ dims: dims(1, 1, 1, 24) }, 'unsupported', '24 bands');
  await bad({ type: 32, bits: 64 }, 'unsupported', '32');
  await bad({ offset: 12 }, 'image-unreadable', 'byte 12');
  await bad({ offset: Number.NaN }, 'image-unreadable');
  await bad({ type: 4, bits: 16 }, 'image-unreadable', '48 bytes');
});

test('what is no volume, empty or cut short is refused', async () => {
  const file = gzipSync(nifti({ dims: dims(4, 3, 2), type: 2, bits: 8 }, new Uint8Array(24)));
  await assert.rejects(readVolume(blob(new Uint8Array(0)), 'none'), coded('image-unreadable', 'empty'));
  await assert.rejects(readVolume(blob(new TextEncoder().encode('hello')), 'text'), coded('image-unreadable'));
  await assert.rejects(readVolume(blob(file.subarray(0, 60)), 'cut'), coded('image-unreadable', 'gzip'));
  await assert.rejects(readVolume(blob(file), 'x', AbortSignal.abort()), aborted);
});

test('any damage to a file is a coded error or a volume, and never anything else', async () => {
  const random = new Random(51);
  const file = nifti({ dims: dims(4, 3, 2), type: 2, bits: 8 }, new Uint8Array(24));
  for (let k = 0; k < 400; k++) {
    const hurt = Uint8Array.from(file.subarray(0, random.between(0, 3) ? file.length : random.between(1, file.length)));
    for (let n = random.between(1, 6); n > 0; n--) hurt[random.between(0, hurt.length - 1)] = random.between(0, 255);
    try {
      const { width, height, depth, planes } = await readVolume(blob(hurt), 'hurt');
      assert.equal(planes[0]!.length, width * height * depth);
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error, String(error));
    }
  }
});

const place = { width: 5, height: 4, depth: 3 };
const mask = Uint8Array.from({ length: 60 }, (_, k) => ((k * 7) % 3) & 1);

test('a mask goes to NIfTI and back, with its place', async () => {
  const spacing = [0.7, 0.7, 2] as const;
  const affine = [
    [-0.5, 0, 0, 10],
    [0, 0.5, 0, 20],
    [0, 0, 2, -30],
  ] as const;
  const file = await writeNiftiMask(mask, { ...place, spacing, affine });
  const volume = await readVolume(file, 'mask.nii.gz');
  assert.deepEqual(volume.planes, [mask]);
  assert.deepEqual(volume.affine, affine);
  assert.deepEqual(volume.spacing?.map(Math.fround), spacing.map(Math.fround));
  const raw = gunzipSync(new Uint8Array(await file.arrayBuffer()));
  const content = new Uint8Array(raw).buffer;
  assert.deepEqual(new Uint8Array(readImage(readHeader(content), content)), mask);
});

test('a mask goes to a TIFF stack that geotiff reads, and back', async () => {
  const file = await writeTiffMask(mask, place);
  const other = await fromArrayBuffer(await file.arrayBuffer());
  assert.equal(await other.getImageCount(), 3);
  const [pixels] = await (await other.getImage(2)).readRasters();
  assert.deepEqual(
    Uint8Array.from(pixels as Uint8Array),
    mask.subarray(40).map((m) => 255 * m),
  );
  const { planes, width, height, depth } = await readVolume(file, 'mask.tif');
  assert.deepEqual({ width, height, depth }, place);
  assert.deepEqual(
    planes[0]!.map((v) => v / 255),
    mask,
  );
});

/** A bright ball in a dark cube, both noisy. */
const ball = (side = 24): Volume => {
  const random = new Random(9);
  const plane = Uint8Array.from({ length: side ** 3 }, (_, k) => {
    const [x, y, z] = [k % side, Math.floor(k / side) % side, Math.floor(k / side ** 2)];
    const inside = Math.hypot(x - 12, y - 11, z - 12) < 8;
    return (inside ? 150 : 60) + random.between(-40, 40);
  });
  return {
    name: 'ball',
    width: side,
    height: side,
    depth: side,
    planes: [plane],
    values: [{ scale: 1, offset: 0 }],
    spacing: [1, 1, 2],
  };
};

const drive = async (volume: Volume, request: VolumeRequest, signal?: AbortSignal) => {
  const run = segmentVolume(new CpuExecutor(), volume, request, signal);
  const states: VolumeState[] = [];
  for (;;) {
    const { done, value } = await run.next();
    if (done) return { states, outcome: value };
    states.push(value);
  }
};

test('a ball is found from a sphere, a box and a contour, with a contour a slice', async () => {
  const volume = ball();
  const square = [
    [9, 9],
    [15, 9],
    [15, 14],
    [9, 14],
  ] as const;
  for (const seed of [
    { kind: 'sphere', centre: [12, 12, 12], radius: 4 },
    { kind: 'box', from: [9, 9, 9], to: [15, 15, 15] },
    { kind: 'contour', rings: [square], first: 10, last: 13 },
  ] as const) {
    for (const speed of ['gaussian', 'chan-vese', 'gamma']) {
      const { outcome, states } = await drive(volume, {
        seed,
        parameters: { speed, filterSize: 3, confine: false, boxPrior: 0 },
      });
      const truth = Uint8Array.from(outcome.mask, (_, k) => {
        const [x, y, z] = [k % 24, Math.floor(k / 24) % 24, Math.floor(k / 576)];
        return Math.hypot(x - 12, y - 11, z - 12) < 8 ? 1 : 0;
      });
      const both = outcome.mask.reduce((sum, m, k) => sum + (m & truth[k]!), 0);
      const dice = (2 * both) / (outcome.mask.reduce((s, m) => s + m, 0) + truth.reduce((s, m) => s + m, 0));
      assert.ok(dice > 0.95, `${seed.kind}, ${speed}: Dice ${dice}`);
      assert.ok(states.length > 1);
      assert.equal(outcome.measurements['Volume mm^3'], 2 * outcome.measurements.Voxels!);
      assert.deepEqual(
        outcome.contours.map(({ slice }) => slice),
        [...new Set([...outcome.mask.keys()].filter((k) => outcome.mask[k]).map((k) => Math.floor(k / 576)))],
      );
    }
  }
});

test('what is measured is the mask, whoever kept its sums and whether small parts were taken out', async () => {
  const volume = ball();
  const seed = { kind: 'sphere', centre: [12, 12, 12], radius: 4 } as const;
  for (const form of ['sequential', 'proposal-1', 'proposal-2']) {
    for (const [speed, minimumArea] of [
      ['gaussian', 0],
      ['gaussian', 40],
      ['chan-vese', 0],
      ['range', 0],
    ] as const) {
      const range = speed === 'range' ? { range: [100, 250] } : {};
      const { outcome } = await drive(volume, {
        seed,
        parameters: { speed, ...range, form, minimumArea, filterSize: 3 },
      });
      const inside = [...volume.planes[0]!].filter((_, k) => outcome.mask[k] === 1);
      const outside = [...volume.planes[0]!].filter((_, k) => outcome.mask[k] === 0);
      assert.equal(outcome.measurements.Voxels, inside.length);
      for (const [name, values] of [['Inside', inside] as const, ['Outside', outside] as const]) {
        const mean = values.reduce((sum, z) => sum + z, 0) / values.length;
        assert.equal(outcome.measurements[`${name} mean`], mean, `${form}, ${speed}, ${minimumArea}`);
      }
    }
  }
});

test('a range is in values of the file, also where the slope is negative', async () => {
  const volume = ball();
  const seed = { kind: 'sphere', centre: [12, 12, 12], radius: 4 } as const;
  const plain = await drive(volume, { seed, parameters: { speed: 'range', range: [100, 250] } });
  const turned: Volume = { ...volume, values: [{ scale: -2, offset: 10 }] };
  const same = await drive(turned, { seed, parameters: { speed: 'range', range: [-490, -190] } });
  assert.deepEqual(same.outcome.mask, plain.outcome.mask);
  const other = await drive(turned, { seed, parameters: { speed: 'range', range: [-490, -170] } });
  assert.notDeepEqual(other.outcome.mask, plain.outcome.mask);
});

/** A bright box with a dark shaft of 2 × 1 voxels a slice through it, and a small bright box beside it. */
const speckled = (): Volume => {
  const within = (cell: readonly number[], from: readonly number[], to: readonly number[]): boolean =>
    cell.every((c, axis) => c >= from[axis]! && c < to[axis]!);
  const plane = Uint8Array.from({ length: 24 ** 3 }, (_, k) => {
    const cell = [k % 24, Math.floor(k / 24) % 24, Math.floor(k / 576)];
    if (within(cell, [9, 9, 6], [11, 10, 13])) return 60;
    return within(cell, [6, 6, 6], [14, 15, 13]) || within(cell, [17, 17, 8], [19, 19, 11]) ? 150 : 60;
  });
  return { ...ball(), planes: [plane] };
};

test('parts and holes too small for the contours are neither in the mask nor in what is measured', async () => {
  const seed = { kind: 'box', from: [4, 4, 4], to: [22, 22, 16] } as const;
  const parameters = { speed: 'range', range: [100, 200], smoothingIterations: 0, tolerance: 0 };
  const domain = { x: 3, y: 2, width: 20, height: 21 };
  for (const where of [{}, { domain }]) {
    const every = await drive(speckled(), { seed, parameters, ...where });
    assert.equal(every.outcome.measurements.Voxels, (8 * 9 - 2) * 7 + 2 * 2 * 3);
    assert.equal(every.outcome.measurements['Inside mean'], 150);
    const { mask, contours, measurements } = (
      await drive(speckled(), { seed, parameters: { ...parameters, minimumArea: 5 }, ...where })
    ).outcome;
    const drawn = new Uint8Array(24 ** 3);
    for (const { slice, geometry } of contours) {
      assert.ok(geometry.type === 'Polygon' && geometry.coordinates.length === 1, `slice ${slice}`);
      fillRings({ width: 24, height: 24, depth: 24 }, geometry.coordinates, slice, drawn);
    }
    assert.deepEqual(mask, drawn);
    assert.equal(measurements.Voxels, 8 * 9 * 7);
    assert.equal(measurements['Volume mm^3'], 2 * 8 * 9 * 7);
    assert.equal(measurements['Inside mean'], 150 - (2 * 90) / (8 * 9));
  }
});

test('bad starts and parameters are refused with what would do', async () => {
  const volume = ball();
  const seed = { kind: 'sphere', centre: [12, 12, 12], radius: 4 } as const;
  const bad = (request: VolumeRequest, code: string, ...words: (string | RegExp)[]) =>
    assert.rejects(drive(volume, request), coded(code, ...words));
  await bad({ seed: { ...seed, centre: [200, 12, 12] } }, 'bad-init', 'no pixel');
  await bad({ seed: { ...seed, radius: 0 } }, 'bad-init', 'radius above 0');
  await bad({ seed: { ...seed, radius: 900 } }, 'bad-init', 'covers everything');
  await bad({ seed: { kind: 'box', from: [Number.NaN, 0, 0], to: [4, 4, 4] } }, 'bad-init', 'finite');
  await bad({ seed: { kind: 'contour', rings: [[[1, 1]]], first: 0, last: 2 } }, 'bad-init', '3 finite positions');
  await bad({ seed, parameters: { filterSize: 4 } }, 'bad-parameter', 'filterSize', 'odd');
  await bad({ seed, parameters: { filterSize: 101 } }, 'bad-parameter', 'filterSize', 'at most 11');
  await bad({ seed, parameters: { form: 'proposal-1', dataIterations: 8 } }, 'bad-parameter', 'side of a tile, 8');
  await bad({ seed, parameters: { speed: 'range', range: [9] } }, 'bad-parameter', '2 numbers');
  await bad({ seed, parameters: { speed: 'range', range: [9, 9] } }, 'bad-parameter', '2 numbers');
});

test('an abort ends a run, and an answer of finish keeps what there is', async () => {
  const volume = ball();
  const seed = { kind: 'sphere', centre: [12, 12, 12], radius: 2 } as const;
  for (const form of ['sequential', 'proposal-2']) {
    const controller = new AbortController();
    const run = segmentVolume(new CpuExecutor(), volume, { seed, parameters: { form } }, controller.signal);
    await run.next();
    controller.abort();
    await assert.rejects(run.next(), aborted);
    const kept = segmentVolume(new CpuExecutor(), volume, { seed, parameters: { form } });
    const { value } = await kept.next();
    assert.ok(value && 'slice' in value);
    const shown = value.slice(12).map(({ area }) => area);
    const end = await kept.next('finish');
    assert.ok(end.done && 'mask' in end.value);
    const inSlice = end.value.mask.subarray(12 * 576, 13 * 576).reduce((s, m) => s + m, 0);
    assert.equal(
      shown.reduce((s, area) => s + area, 0),
      inSlice,
    );
  }
});

test('from a box round the object the front stays in it and near its slices, whatever lies beyond', async () => {
  const size = { width: 40, height: 36, depth: 24 };
  const random = new Random(61);
  // As bright as the object: a sheet that touches it, and noise that has no neighbours alike.
  const inside = (x: number, y: number, z: number): boolean => Math.hypot(x - 20, y - 18, z - 12) < 7;
  const at = (k: number): [number, number, number] => [k % 40, Math.floor(k / 40) % 36, Math.floor(k / 1440)];
  const data = Uint8Array.from({ length: 40 * 36 * 24 }, (_, k) => {
    const [x, y, z] = at(k);
    return 100 + (inside(x, y, z) || y > 24 ? 60 : 0) + random.between(-25, 25);
  });
  const volume = { ...ball(), ...size, planes: [data], missing: undefined };
  const seed = { kind: 'box', from: [13, 11, 5], to: [28, 26, 20] } as const;
  const { outcome } = await drive(volume, { seed });
  let [both, sum] = [0, 0];
  for (const [k, m] of outcome.mask.entries()) {
    const [x, y, z] = at(k);
    if (m === 1) assert.ok(x >= 12 && x <= 28 && y >= 10 && y <= 26 && z >= 1 && z <= 24, `${x}, ${y}, ${z}`);
    both += m & (inside(x, y, z) ? 1 : 0);
    sum += m + (inside(x, y, z) ? 1 : 0);
  }
  assert.ok((2 * both) / sum > 0.85, `Dice ${(2 * both) / sum}`);
  assert.match(outcome.metadata.speed!, /gaussian|common/);
  const { outcome: free } = await drive(volume, { seed, parameters: { confine: false, boxPrior: 0 } });
  assert.ok(
    free.mask.reduce((n, m) => n + m, 0) > 1.5 * outcome.mask.reduce((n, m) => n + m, 0),
    'without it the front leaks',
  );
});

test('contours that are read after other runs on the same volume are those of their own mask', async () => {
  const volume = ball();
  const { width, height, depth } = volume;
  const owner = {};
  const found = { kind: 'sphere', centre: [12, 12, 12], radius: 6 } as const;
  const other = { kind: 'box', from: [2, 2, 2], to: [9, 9, 9] } as const;
  for (const form of ['sequential', 'proposal-1']) {
    const executor = new CpuExecutor();
    const outcomeOf = async (seed: VolumeRequest['seed']): Promise<VolumeOutcome> => {
      const run = segmentVolume(executor, volume, { seed, owner, parameters: { form } });
      for (;;) {
        const { done, value } = await run.next();
        if (done) return value;
      }
    };
    const mask = (await outcomeOf(found)).mask.slice();
    assert.ok(mask.includes(1), form);
    const { contours } = await outcomeOf(found);
    await outcomeOf(other);
    const cells = width * height;
    const again = new Uint8Array(cells * depth);
    for (const { slice, geometry } of contours) {
      assert.ok(geometry.type === 'Polygon' || geometry.type === 'MultiPolygon');
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      for (const rings of polygons) fillRings({ width, height, depth }, rings, slice, again);
      assert.ok(again.subarray(slice * cells, (slice + 1) * cells).includes(1), `slice ${slice} is empty`);
    }
    assert.deepEqual(again, mask);
    assert.equal(contours[0]!.geometry, contours[0]!.geometry, 'it is made once');
  }
});
