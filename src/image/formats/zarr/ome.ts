/** OME-Zarr metadata: which arrays are the levels of an image, and what their axes are (NGFF 0.4 and 0.5). */

import { SegmenterError, show } from '../../../core/errors.js';
import { because, type Reason, type Told } from '../../../core/reasons.js';
import { isRecord } from '../../../core/record.js';
import type { Placement } from '../../samples.js';

/** The multiscale metadata of an image. */
export interface Multiscale {
  /** Names of the axes, in the order of the arrays' dimensions; the last two are y and x. */
  readonly axes: readonly AxisName[];
  /** Paths of the levels' arrays, the finest first. */
  readonly paths: readonly string[];
  readonly placement?: Placement;
  /** Size of a voxel in mm, where all three are known. */
  readonly spacing?: readonly [number, number, number];
}

/** The name of an axis. */
export type AxisName = 't' | 'c' | 'z' | 'y' | 'x';
const axisNames: ReadonlySet<unknown> = new Set<AxisName>(['t', 'c', 'z', 'y', 'x']);
const isAxis = (name: unknown): name is AxisName => axisNames.has(name);

type Json = Partial<Readonly<Record<string, unknown>>>;
const objectOf = (value: unknown): Json => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Most levels; halves of the largest image are fewer. */
const MOST_LEVELS = 32;

/** Micrometres of the units that the specification lists (those of UDUNITS that a microscope meets). */
const micrometres: Readonly<Record<string, number>> = {
  angstrom: 1e-4,
  nanometer: 1e-3,
  micrometer: 1,
  millimeter: 1e3,
  centimeter: 1e4,
  meter: 1e6,
};

/**
 * The first multiscale image of a group's attributes; `undefined` where there is none.
 * @throws SegmenterError `image-unreadable` naming what is missing or makes no sense, or `unsupported`
 */
export const multiscaleOf = (attributes: unknown, name: string): Multiscale | undefined => {
  // 0.5 has its members below `ome`.
  const ome = objectOf(objectOf(attributes).ome ?? attributes);
  refuseOthers(ome, name);
  const [first] = listOf(ome.multiscales);
  if (first === undefined) return undefined;
  const { axes, datasets, coordinateTransformations } = objectOf(first);
  const bad = (reason: Told): SegmenterError => new SegmenterError('image-unreadable', { name, reason });
  const levels = listOf(datasets).map(objectOf);
  const paths = levels.map(({ path }) => path).filter((path): path is string => typeof path === 'string');
  if (paths.length === 0 || paths.length < levels.length || paths.length > MOST_LEVELS)
    throw bad(because('ome-datasets')`its datasets are ${show(datasets)}`);
  const names = listOf(axes).map((axis) => (isRecord(axis) ? axis.name : axis));
  // Before 0.3 the axes were always these.
  const found = names.length > 0 ? names : ['t', 'c', 'z', 'y', 'x'];
  if (!found.every(isAxis) || found.at(-2) !== 'y' || found.at(-1) !== 'x' || new Set(found).size < found.length)
    throw bad(because('ome-axes')`its axes are ${show(found)}; some of t, c, z and then y, x are read`);
  const scales = [objectOf(levels[0]).coordinateTransformations, coordinateTransformations].map(scaleOf);
  const sizeOf = (axis: AxisName): number => {
    const at = found.indexOf(axis);
    const unit = objectOf(listOf(axes)[at]).unit;
    const factor = scales.reduce((product, scale) => product * (scale?.[at] ?? 1), 1);
    return scales[0] === undefined
      ? Number.NaN
      : factor * ((typeof unit === 'string' ? micrometres[unit] : undefined) ?? Number.NaN);
  };
  const [pixelWidth, pixelHeight, thickness] = [sizeOf('x'), sizeOf('y'), sizeOf('z')];
  const positive = (size: number): boolean => size > 0 && Number.isFinite(size);
  if (!positive(pixelWidth) || !positive(pixelHeight)) return { axes: found, paths };
  const placement = { pixelWidth, pixelHeight, unit: 'µm' } as const;
  if (!positive(thickness)) return { axes: found, paths, placement };
  return { axes: found, paths, placement, spacing: [pixelWidth / 1e3, pixelHeight / 1e3, thickness / 1e3] };
};

/** Path of the image of a collection of Bio-Formats. */
export const firstOfSeries = (attributes: unknown): string | undefined => {
  const ome = objectOf(objectOf(attributes).ome ?? attributes);
  return ome['bioformats2raw.layout'] === undefined ? undefined : '0';
};

/** Groups of OME-Zarr that are no image say where the images are. */
const refuseOthers = ({ plate, well, labels, multiscales }: Json, name: string): void => {
  if (multiscales !== undefined) return;
  const refuse = (what: Reason, paths: readonly unknown[]): never => {
    const names = paths.filter((path) => typeof path === 'string').slice(0, 3);
    const reason =
      names.length > 0
        ? because('zarr-images-such')`give the address of one of its images, such as ${names.join(', ')}`
        : because('zarr-images')`give the address of one of its images`;
    throw new SegmenterError('unsupported', { what, reason });
  };
  if (isRecord(plate))
    refuse(
      because('zarr-plate')`the plate ${name}`,
      listOf(plate.wells).flatMap((entry) => {
        const { path } = objectOf(entry);
        return typeof path === 'string' ? [`${path}/0`] : [];
      }),
    );
  if (isRecord(well))
    refuse(
      because('zarr-well')`the well ${name}`,
      listOf(well.images).map((entry) => objectOf(entry).path),
    );
  if (Array.isArray(labels)) refuse(because('zarr-labels')`the list of labels ${name}`, labels);
};

const scaleOf = (transformations: unknown): readonly number[] | undefined => {
  const scale = listOf(transformations)
    .map(objectOf)
    .find(({ type }) => type === 'scale')?.scale;
  return Array.isArray(scale) && scale.every((factor) => typeof factor === 'number') ? scale : undefined;
};
