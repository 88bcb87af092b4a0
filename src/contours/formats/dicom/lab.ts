/** Colours in DICOM: CIELab under D50 (ICC's connection space), in 16 bits (PS3.3, C.10.7.1.1). */

type Triple = readonly [number, number, number];

/** From linear sRGB to XYZ under D50, relative to its white (Lindbloom, Bradford-adapted). */
const TO_XYZ: readonly Triple[] = [
  [0.4360747 / 0.96422, 0.3850649 / 0.96422, 0.1430804 / 0.96422],
  [0.2225045, 0.7168786, 0.0606169],
  [0.0139322 / 0.82521, 0.0971045 / 0.82521, 0.7141733 / 0.82521],
];
const TO_RGB: readonly Triple[] = [
  [3.1338561 * 0.96422, -1.6168667, -0.4906146 * 0.82521],
  [-0.9787684 * 0.96422, 1.9161415, 0.033454 * 0.82521],
  [0.0719453 * 0.96422, -0.2289914, 1.4052427 * 0.82521],
];
/** Where the cube root of CIELab gives way to a line. */
const KNEE = 6 / 29;

const times = (rows: readonly Triple[], [a, b, c]: Triple): number[] => rows.map(([x, y, z]) => x * a + y * b + z * c);
const triple = ([a = 0, b = 0, c = 0]: readonly number[]): Triple => [a, b, c];

/** The colour, 0 to 255 each, as `RecommendedDisplayCIELabValue`. */
export const labOf = (colour: Triple): number[] => {
  const linear = colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  const [x = 0, y = 0, z = 0] = times(TO_XYZ, triple(linear)).map((t) =>
    t > KNEE ** 3 ? Math.cbrt(t) : t / (3 * KNEE ** 2) + 4 / 29,
  );
  const scaled = [(116 * y - 16) / 100, (500 * (x - y) + 128) / 255, (200 * (y - z) + 128) / 255];
  return scaled.map((v) => Math.round(Math.min(1, Math.max(0, v)) * 65535));
};

/** The colour, 0 to 255 each, of a `RecommendedDisplayCIELabValue`. */
export const rgbOf = (lab: Triple): Triple => {
  const [l = 0, a = 0, b = 0] = lab.map((v) => v / 65535);
  const y = (l * 100 + 16) / 116;
  const xyz = [y + (a * 255 - 128) / 500, y, y - (b * 255 - 128) / 200].map((t) =>
    t > KNEE ? t ** 3 : 3 * KNEE ** 2 * (t - 4 / 29),
  );
  const linear = times(TO_RGB, triple(xyz));
  return triple(
    linear.map((v) => {
      const clipped = Math.min(1, Math.max(0, v));
      const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
      return Math.round(encoded * 255);
    }),
  );
};
