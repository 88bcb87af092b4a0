/** Tables that give a grey value a colour, as points between which colours are interpolated. */

/** Red, green and blue of equally spaced values, each 0 to 255. */
type Points = readonly (readonly [number, number, number])[];

/** Viridis and inferno are matplotlib's (van der Walt and Smith 2015, CC0), every 32nd of their 256 colours. */
export const lookupTables = {
  grey: [
    [0, 0, 0],
    [255, 255, 255],
  ],
  inverted: [
    [255, 255, 255],
    [0, 0, 0],
  ],
  viridis: [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
  ],
  inferno: [
    [0, 0, 4],
    [31, 12, 72],
    [85, 15, 109],
    [136, 34, 106],
    [186, 54, 85],
    [227, 89, 51],
    [249, 140, 10],
    [249, 201, 50],
    [252, 255, 164],
  ],
  red: [
    [0, 0, 0],
    [255, 0, 0],
  ],
  green: [
    [0, 0, 0],
    [0, 255, 0],
  ],
  blue: [
    [0, 0, 0],
    [0, 0, 255],
  ],
  cyan: [
    [0, 0, 0],
    [0, 255, 255],
  ],
  magenta: [
    [0, 0, 0],
    [255, 0, 255],
  ],
  yellow: [
    [0, 0, 0],
    [255, 255, 0],
  ],
} as const satisfies Readonly<Record<string, Points>>;

/** The name of a colour map. */
export type LookupTable = keyof typeof lookupTables;

/** Whether a value is the name of a colour map. */
export const isLookupTable = (value: unknown): value is LookupTable =>
  typeof value === 'string' && Object.hasOwn(lookupTables, value);

/** Names of the colour maps, in the order of the list. */
export const lutNames: readonly LookupTable[] = Object.keys(lookupTables).filter(isLookupTable);

/** The colour of a value from 0 to 1; values beyond have that of the nearest end. */
export const colourIn = (table: LookupTable, value: number): [number, number, number] => {
  const points: Points = lookupTables[table];
  const at = Math.min(1, Math.max(0, value)) * (points.length - 1);
  const below = points[Math.min(points.length - 2, Math.floor(at))] ?? [0, 0, 0];
  const above = points[Math.min(points.length - 1, Math.floor(at) + 1)] ?? below;
  const part = at - Math.min(points.length - 2, Math.floor(at));
  const mixed = (c: 0 | 1 | 2): number => Math.round(below[c] + part * (above[c] - below[c]));
  return [mixed(0), mixed(1), mixed(2)];
};
