/** Totals over all lines on the image. */
import type { ContourFeature } from '../../worker/protocol.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The area of the rectangle in which a line was searched for, in pixels. */
const areaOf = ({ properties }: ContourFeature): number | undefined => {
  try {
    const { width, height } = JSON.parse(properties.metadata.domain ?? '');
    return width * height > 0 ? width * height : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Length, mean width weighted by length, length per area and number of the lines that a run found, in pixels and in the
 * image's unit where it is known; nothing where there are none. The density is left out where they come from several areas.
 */
export const lineTotals = (contours: readonly ContourFeature[]): Readonly<Record<string, number>> => {
  const lines = contours.filter(
    ({ geometry, properties }) => geometry.type === 'LineString' && properties.metadata.algorithm === 'linear-features',
  );
  const [first] = lines;
  if (!first) return {};
  const of = (line: ContourFeature, name: string): number => line.properties.measurements[name] ?? 0;
  const length = sum(lines.map((line) => of(line, 'Length px')));
  const unit = Object.keys(first.properties.measurements)
    .map((name) => /^Length (µm|mm|m)$/.exec(name)?.[1])
    .find((name) => name !== undefined);
  const real = unit ? sum(lines.map((line) => of(line, `Length ${unit}`))) : 0;
  const widthOf = (name: string): number => sum(lines.map((line) => of(line, name) * of(line, 'Length px'))) / length;
  const domain = first.properties.metadata.domain;
  const area = lines.every(({ properties }) => properties.metadata.domain === domain) ? areaOf(first) : undefined;
  return {
    'Total length px': length,
    ...(unit && { [`Total length ${unit}`]: real }),
    'Mean width px': widthOf('Width px'),
    ...(unit && { [`Mean width ${unit}`]: widthOf(`Width ${unit}`) }),
    ...(area && { 'Density px/px^2': length / area }),
    ...(area && unit && { [`Density ${unit}/${unit}^2`]: (length * length) / (area * real) }),
    Branches: lines.length,
  };
};
