/** What a IIIF server of one image answers, made for the test. */
import { encode } from 'fast-png';

export const [width, height] = [700, 430];
/** Value of a band of a pixel. */
export const valueAt = (x: number, y: number, c: number): number => (x * 3 + y * 5 + c * 70 + ((x * y) >> 4)) & 255;

/** Files of version 2 or 3 by their paths: the description, and any region as PNG. A smaller picture has every second, fourth … pixel. */
export const iiifFiles =
  (version: 2 | 3, info: object, png = true) =>
  (path: string): Uint8Array | undefined => {
    if (path === 'iiif/a/info.json') return new TextEncoder().encode(JSON.stringify(info));
    const [, region = '', size = '', format = ''] = /^iiif\/a\/([^/]+)\/([^/]+)\/0\/default\.(\w+)$/.exec(path) ?? [];
    if (format !== 'png' || !png) return undefined;
    const [x = 0, y = 0, w = width, h = height] = region === 'full' ? [] : region.split(',').map(Number);
    const wanted = size === 'full' || size === 'max' ? `${w},${h}` : size;
    const [sent = 0, down] = wanted.split(',').map(Number);
    const factor = 2 ** Math.round(Math.log2(w / sent));
    const rows = version === 2 && !down ? Math.ceil(h / factor) : (down ?? 0);
    if (sent !== Math.ceil(w / factor) || rows !== Math.ceil(h / factor)) return undefined;
    const data = new Uint8Array(sent * rows * 3);
    for (let i = 0; i < data.length; i++) {
      const [column, row, c] = [Math.floor(i / 3) % sent, Math.floor(i / 3 / sent), i % 3];
      data[i] = valueAt(x + column * factor, y + row * factor, c);
    }
    return encode({ width: sent, height: rows, data, channels: 3 });
  };

export const version2 = (tiles: object): object => ({
  '@context': 'http://iiif.io/api/image/2/context.json',
  '@id': '',
  protocol: 'http://iiif.io/api/image',
  width,
  height,
  profile: ['http://iiif.io/api/image/2/level2.json'],
  ...tiles,
});
export const version3 = (tiles: object): object => ({
  '@context': 'http://iiif.io/api/image/3/context.json',
  type: 'ImageService3',
  protocol: 'http://iiif.io/api/image',
  profile: 'level2',
  width,
  height,
  ...tiles,
});
