/**
 * Makes the demo's large image: a synthetic radar scene of lakes, 8192 × 8192 pixels, as a DZI pyramid of grey PNG
 * tiles. The same bytes every time: there is no randomness in it but a hash of the pixel's position. Arguments: the
 * folder (`demo/pyramid`) and the size. A pyramid that is there and complete is left alone.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, deflate, crc32 as zlibCrc32 } from 'node:zlib';

const tile = 512;
const overlap = 1;
const looks = 6;
const compress = promisify(deflate);

/** An integer hash, well mixed in its high bits: 32 bits of (x, y, seed). */
const hash = (x, y, seed) => {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
};

const smooth = (t) => t * t * (3 - 2 * t);

/** Value noise in [0, 1) of wavelength 1. */
const noise = (x, y, seed) => {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const at = (a, b) => hash(i + a, j + b, seed) / 2 ** 32;
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
};

/** Sum of octaves of noise in [0, 1), the first of wavelength `length` pixels. */
const terrain = (x, y, length, octaves, seed) => {
  let [sum, weight, total] = [0, 1, 0];
  for (let k = 0; k < octaves; k++) {
    sum += weight * noise((x * 2 ** k) / length, (y * 2 ** k) / length, seed + k);
    total += weight;
    weight /= 2;
  }
  return sum / total;
};

/** Mean amplitude: water 26, land 70 to 130 with fields and woods. */
const reflectance = (x, y) => {
  const height = terrain(x, y, 1400, 6, 1);
  const land = 70 + 60 * terrain(x, y, 420, 3, 40);
  const shore = Math.min(1, Math.max(0, (height - 0.41) * 140));
  return 26 + (land - 26) * shore;
};

/** Quantiles of speckle: the square root of a Gamma variable of that many looks and mean 1, at (k + ½) / 4096. */
const speckle = (() => {
  const samples = Float64Array.from({ length: 1 << 18 }, (_, k) => {
    let sum = 0;
    for (let look = 0; look < looks; look++) sum -= Math.log((hash(k, look, 99) + 0.5) / 2 ** 32);
    return Math.sqrt(sum / looks);
  }).sort();
  return Float64Array.from({ length: 4096 }, (_, k) => samples[k * 64 + 32]);
})();

/** The scene, row by row. The reflectance is interpolated from every fourth pixel. */
export const scene = (width, height) => {
  const step = 4;
  const pixels = new Uint8Array(width * height);
  const row = (y) => Float64Array.from({ length: width / step + 2 }, (_, i) => reflectance(i * step, y));
  let [above, below] = [row(0), row(step)];
  for (let y = 0; y < height; y++) {
    const t = (y % step) / step;
    if (t === 0 && y > 0) [above, below] = [below, row(y + step)];
    for (let x = 0; x < width; x++) {
      const i = x >> 2;
      const u = (x & 3) / step;
      const mean = (above[i] * (1 - u) + above[i + 1] * u) * (1 - t) + (below[i] * (1 - u) + below[i + 1] * u) * t;
      pixels[y * width + x] = Math.min(255, mean * speckle[hash(x, y, 7) >>> 20]);
    }
  }
  return pixels;
};

const halve = ({ width, height, pixels }) => {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    const [a, b] = [2 * y * width, Math.min(2 * y + 1, height - 1) * width];
    for (let x = 0; x < w; x++) {
      const [i, j] = [2 * x, Math.min(2 * x + 1, width - 1)];
      half[y * w + x] = (pixels[a + i] + pixels[a + j] + pixels[b + i] + pixels[b + j] + 2) >> 2;
    }
  }
  return { width: w, height: h, pixels: half };
};

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** `zlib.crc32` came with Node 20.15. */
const crc32 =
  zlibCrc32 ??
  ((bytes) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = crcTable[(c ^ byte) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  });

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** A grey 8-bit PNG of the rectangle [x0, x1) × [y0, y1) of `image`. */
const png = async (image, x0, y0, x1, y1) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(x1 - x0, 0);
  header.writeUInt32BE(y1 - y0, 4);
  header[8] = 8;
  const rows = Buffer.alloc((y1 - y0) * (x1 - x0 + 1));
  for (let y = y0; y < y1; y++) {
    rows.set(image.pixels.subarray(y * image.width + x0, y * image.width + x1), (y - y0) * (x1 - x0 + 1) + 1);
  }
  const data = await compress(rows, { level: 1, strategy: constants.Z_HUFFMAN_ONLY });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};

const writeLevel = async (folder, image) => {
  await mkdir(folder, { recursive: true });
  for (let y = 0; y * tile < image.height; y++) {
    const bounds = (k, size) => [Math.max(0, k * tile - overlap), Math.min(size, (k + 1) * tile + overlap)];
    const [y0, y1] = bounds(y, image.height);
    const columns = Array.from({ length: Math.ceil(image.width / tile) }, (_, x) => x);
    await Promise.all(
      columns.map(async (x) => {
        const [x0, x1] = bounds(x, image.width);
        await writeFile(`${folder}/${x}_${y}.png`, await png(image, x0, y0, x1, y1));
      }),
    );
  }
};

const dzi = (size) => `<?xml version="1.0" encoding="UTF-8"?>
<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="${overlap}" TileSize="${tile}">
  <Size Width="${size}" Height="${size}"/>
</Image>
`;

const [folder = 'demo/pyramid', sizeText = '8192'] = process.argv.slice(2);
const size = Number(sizeText);
if (!Number.isInteger(size) || size < 4 || size % 4 !== 0) {
  console.error(`The size cannot be "${sizeText}": a multiple of 4 is wanted.`);
  process.exit(1);
}
const file = `${folder}/lakes.dzi`;
if (!existsSync(file) || readFileSync(file, 'utf8') !== dzi(size)) {
  console.log(`Making ${file}, a synthetic scene of ${size} × ${size} pixels`);
  const part = `${folder}/lakes_part`;
  for (const old of [file, `${folder}/lakes_files`, part]) rmSync(old, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  let image = { width: size, height: size, pixels: scene(size, size) };
  for (let level = Math.ceil(Math.log2(size)); level >= 0; level--) {
    await writeLevel(`${part}/${level}`, image);
    if (level > 0) image = halve(image);
  }
  renameSync(part, `${folder}/lakes_files`);
  writeFileSync(file, dzi(size));
}
