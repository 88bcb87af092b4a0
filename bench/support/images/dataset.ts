/** Real images with truth, as `manifest.json` of the data folder lists them (`DATA`, else `../shared/data`). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rect } from '../../../src/core/geometry/rect.js';
import { open } from '../../../src/image/open.js';
import type { ImageSource, Samples } from '../../../src/image/samples.js';
import { type Mask, maskOf } from './masks.js';

type Corners = readonly [left: number, top: number, right: number, bottom: number];

interface Entry {
  readonly label?: number;
  readonly bbox: Corners;
  readonly init_box: Corners;
}

interface Item extends Partial<Entry> {
  readonly file: string;
  readonly extra?: string;
  readonly truth: string;
  readonly ignore?: string;
  readonly task: string;
  readonly kind: string;
  readonly objects?: readonly Entry[];
}

export const kinds = ['H&E', 'fluorescence', 'SAR', 'photograph'] as const;
export type Kind = (typeof kinds)[number];

export interface Target {
  /** `file#label`, as in the peers' results. */
  readonly name: string;
  readonly kind: Kind;
  readonly image: ImageSource;
  readonly box: Rect;
  readonly truth: Mask;
  readonly ignore: Mask | undefined;
}

export const dataFolder = (): string | undefined => {
  const folder = process.env.DATA ?? join('..', 'shared', 'data');
  return existsSync(join(folder, 'manifest.json')) ? folder : undefined;
};

/** Every object with a start box. */
export const readTargets = async (folder: string): Promise<readonly Target[]> => {
  const { items }: { items: readonly Item[] } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const targets: Target[] = [];
  for (const item of items) {
    if (!item.task.startsWith('region')) continue;
    const image = await openImage(folder, item);
    const labels = await samplesOf(await openFile(folder, item.truth));
    const ignore = item.ignore === undefined ? undefined : await samplesOf(await openFile(folder, item.ignore));
    const entries = item.objects ?? [ownEntry(item)];
    for (const [i, entry] of entries.entries()) {
      const [left, top, right, bottom] = entry.init_box;
      const { label } = entry;
      targets.push({
        name: `${item.file}#${label ?? i}`,
        kind: kindOf(item.kind),
        image,
        box: { x: left, y: top, width: right - left, height: bottom - top },
        truth: maskOf(
          labels,
          (value) => (label === undefined ? value > 0 : value === label),
          item.task === 'region-scene' ? rectOf(entry.bbox) : undefined,
        ),
        ignore: ignore && maskOf(ignore, (value) => value > 0),
      });
    }
  }
  return targets;
};

const rectOf = ([left, top, right, bottom]: Corners): Rect => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

const ownEntry = ({ file, bbox, init_box }: Item): Entry => {
  if (bbox === undefined || init_box === undefined) throw new Error(`${file} has no start box in the manifest`);
  return { bbox, init_box };
};

const kindOf = (text: string): Kind => {
  const kind = kinds.find((name) => text.startsWith(name));
  if (kind !== undefined) return kind;
  if (text.startsWith('natural')) return 'photograph';
  throw new Error(`The manifest has a kind that is not known here: ${text}`);
};

/** Opens an image of the data folder. Rejects where it is not there. */
export const openFile = (folder: string, name: string): Promise<ImageSource> =>
  open({ kind: 'blob', blob: new Blob([readFileSync(join(folder, name))]), name });

const samplesOf = (image: ImageSource): Promise<Samples> =>
  image.region({ x: 0, y: 0, width: image.width, height: image.height }, 0);

/** The image; a second file beside it is its second band. */
const openImage = async (folder: string, { file, extra }: Item): Promise<ImageSource> => {
  const first = await openFile(folder, file);
  if (extra === undefined) return first;
  const [one, other] = [await samplesOf(first), await samplesOf(await openFile(folder, extra))];
  const data = new Uint16Array(one.width * one.height * 2);
  for (let i = 0; i < one.width * one.height; i++) {
    data[2 * i] = one.data[i]!;
    data[2 * i + 1] = other.data[i]!;
  }
  return open({ kind: 'samples', name: file, width: one.width, height: one.height, bands: 2, data });
};
