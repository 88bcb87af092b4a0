/** What was measured, in a few words. */
import type { ContourFeature } from '../worker/protocol.js';

/** The first measurement: an area or a length, in physical units where the image has them. */
export const areaText = ({ properties: { measurements } }: ContourFeature): string => {
  const names = Object.keys(measurements).filter((name) => /^(Area|Length) /.test(name));
  const name = names.find((candidate) => !candidate.includes(' px')) ?? names[0];
  if (name === undefined) return '';
  return `${digits(measurements[name]!)} ${name.replace(/^\w+ /, '').replace('^2', '²')}`;
};

/** Of an object in a volume. */
export const volumeText = ({ properties: { measurements } }: ContourFeature): string => {
  const { 'Volume mm^3': volume, Voxels: voxels = 0 } = measurements;
  return volume === undefined ? `${digits(voxels)} px³` : `${digits(volume)} mm³`;
};

const digits = (value: number): string =>
  new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 }).format(value);
