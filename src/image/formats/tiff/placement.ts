/** Pixel size and place in the world, from whichever tags say so. */
import { isPixelSize } from '../../pixel-size.js';
import type { Placement } from '../../samples.js';
import type { Directory } from './directory.js';
import { omePixels } from './ome.js';
import { tags } from './tags.js';

const PIXEL_IS_POINT = 2;

/** Geo keys (GeoTIFF 1.1, annex B) that are read here. */
const keys = { model: 1024, raster: 1025, geographic: 2048, projected: 3072 } as const;
const GEOGRAPHIC = 2;
const USER_DEFINED = 32767;

/** The tags of one image of a file, by their codes: all numbers of one, its first, or its text. */
export type Tags = Pick<Directory, 'text' | 'numbers' | 'number'>;

/** GeoTIFF first, then OME, Aperio and the TIFF resolution; `undefined` where none makes sense. */
export const placementOf = async (directory: Tags, signal?: AbortSignal): Promise<Placement | undefined> => {
  const description = (await directory.text(tags.ImageDescription, signal)) ?? '';
  return (
    (await geoPlacement(directory, signal)) ??
    omePlacement(description) ??
    aperioPlacement(description) ??
    (await resolutionPlacement(directory, signal))
  );
};

const geoPlacement = async (directory: Tags, signal: AbortSignal | undefined): Promise<Placement | undefined> => {
  const scale = await directory.numbers(tags.ModelPixelScale, signal);
  const tie = await directory.numbers(tags.ModelTiepoint, signal);
  const matrix = await directory.numbers(tags.ModelTransformation, signal);
  const geo = geoKeys(await directory.numbers(tags.GeoKeyDirectory, signal));
  const geographic = geo.get(keys.model) === GEOGRAPHIC;
  const code = geographic ? geo.get(keys.geographic) : geo.get(keys.projected);
  const known = code !== undefined && code > 0 && code !== USER_DEFINED;
  const about = { unit: geographic ? 'degree' : 'm', ...(known ? { crs: `EPSG:${code}` } : {}) } as const;
  // A pixel that is a point has its centre where its corner would be.
  const shift = geo.get(keys.raster) === PIXEL_IS_POINT ? 0.5 : 0;
  const [sx, sy] = scale;
  const [i = 0, j = 0, , x, y] = tie;
  if (isPixelSize(sx) && isPixelSize(sy) && x !== undefined && y !== undefined) {
    const origin = [x - (i + shift) * sx, y + (j + shift) * sy] as const;
    return { pixelWidth: sx, pixelHeight: sy, ...about, ...(origin.every(Number.isFinite) ? { origin } : {}) };
  }
  const [rightX, downX, , tx, rightY, downY, , ty] = matrix;
  if (ty === undefined) return undefined;
  const axes = [rightX!, rightY!, downX!, downY!] as const;
  const pixelWidth = Math.hypot(axes[0], axes[1]);
  const pixelHeight = Math.hypot(axes[2], axes[3]);
  const spans = isPixelSize(pixelWidth) && isPixelSize(pixelHeight) && axes[0] * axes[3] !== axes[1] * axes[2];
  if (!spans) return undefined;
  const origin = [tx! - shift * (axes[0] + axes[2]), ty - shift * (axes[1] + axes[3])] as const;
  const upright = axes[1] === 0 && axes[2] === 0 && axes[0] > 0 && axes[3] < 0;
  const placed = origin.every(Number.isFinite) ? { origin, ...(upright ? {} : { axes }) } : {};
  return { pixelWidth, pixelHeight, ...about, ...placed };
};

/** Keys whose value stands in the directory itself. */
const geoKeys = (directory: readonly number[]): Map<number, number> => {
  const values = new Map<number, number>();
  for (let at = 4; at + 3 < directory.length; at += 4)
    if (directory[at + 1] === 0) values.set(directory[at]!, directory[at + 3]!);
  return values;
};

/** Micrometres of the length units that OME-XML names. */
const micrometres: Readonly<Record<string, number>> = { nm: 1e-3, µm: 1, um: 1, mm: 1e3, cm: 1e4, m: 1e6 };

const omePlacement = (xml: string): Placement | undefined => {
  const pixels = omePixels(xml);
  if (pixels === undefined) return undefined;
  const sizeOf = (axis: string): number => {
    const unit = pixels[`PhysicalSize${axis}Unit`] ?? 'µm';
    return Number(pixels[`PhysicalSize${axis}`]) * (micrometres[unit.replace('\u03bc', '\u00b5')] ?? Number.NaN);
  };
  return microscopic(sizeOf('X'), sizeOf('Y'));
};

/** `|MPP = 0.4990|` in the description that Aperio writes. */
const aperioPlacement = (description: string): Placement | undefined => {
  const size = Number(/\|\s*MPP\s*=\s*([\d.]+)/.exec(description)?.[1]);
  return description.startsWith('Aperio') ? microscopic(size, size) : undefined;
};

const INCH = 2;
const CENTIMETRE = 3;

/** Screens and printers also write resolutions: only those of a microscope or a scanner are believed. */
const resolutionPlacement = async (
  directory: Tags,
  signal: AbortSignal | undefined,
): Promise<Placement | undefined> => {
  const unit = await directory.number(tags.ResolutionUnit, signal);
  const length = unit === CENTIMETRE ? 1e4 : unit === INCH ? 25_400 : Number.NaN;
  const x = length / ((await directory.number(tags.XResolution, signal)) ?? Number.NaN);
  const y = length / ((await directory.number(tags.YResolution, signal)) ?? Number.NaN);
  return x < COARSEST && y < COARSEST ? microscopic(x, y) : undefined;
};

/** Micrometres a pixel above which a resolution is of paper (2400 dots an inch are 10.6). */
const COARSEST = 10.5;

const microscopic = (pixelWidth: number, pixelHeight: number): Placement | undefined =>
  isPixelSize(pixelWidth) && isPixelSize(pixelHeight) ? { pixelWidth, pixelHeight, unit: 'µm' } : undefined;
