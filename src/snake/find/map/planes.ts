/** The planes in which objects may stand out, for the image to choose from. */
import { channelRows, transformOf } from '../../../image/channels/channels.js';
import type { Samples } from '../../../image/samples.js';
import type { ObjectPlane } from './object-map.js';

export type Polarity = 'any' | 'brighter' | 'darker';

/** Share of white light from which on a coloured image may have been taken in light that passed through the object. */
const TRANSMITTED = 1 / 3;
/** Most bands looked at one by one. */
const BANDS = 4;
const TOP = 65535;

/**
 * @param channel what the user has chosen; `auto` where the image is to choose
 * Gives groups of planes, of which the next counts where nothing stands out in the one before; each plane twice, upside down,
 *   where objects may be brighter or darker
 */
export async function* objectPlanes(
  samples: Samples,
  channel: string,
  polarity: Polarity,
  signal: AbortSignal,
): AsyncGenerator<readonly ObjectPlane[], void, void> {
  const { width, height } = samples;
  const read = async (name: string) => {
    const { planes, missing, record } = await (await channelRows(samples, name, { signal })).rows(0, height);
    return { values: stretched(planes[0]!, missing), missing, stored: planes[0]!, record };
  };
  const of = (
    name: string,
    channel: string,
    values: Uint16Array,
    missing: Uint8Array | undefined,
    sides = polarity,
  ): ObjectPlane[] => [
    ...(sides === 'darker' ? [] : [{ name, channel, width, height, values, missing }]),
    ...(sides === 'brighter'
      ? []
      : [{ name: `${name}, darker`, channel, width, height, values: inverted(values), missing }]),
  ];
  if (channel === 'auto' && samples.bands === 3 && !(samples.data instanceof Float32Array)) {
    const light = await read('luminance');
    if (meanOf(light.stored, light.missing) > TRANSMITTED * (samples.data instanceof Uint8Array ? 255 : TOP)) {
      const [red, stain] = [await read('band:1'), await read('hematoxylin')];
      const sides = polarity === 'any' ? 'darker' : polarity;
      const opposite = sides === 'darker' ? 'brighter' : 'darker';
      const passed = transmittance(stain.stored, stain.record);
      yield [
        ...of('luminance', 'luminance', light.values, light.missing, sides),
        ...of('red', 'band:1', red.values, red.missing, sides),
        ...of('hematoxylin', 'hematoxylin', stain.values, stain.missing, opposite),
        ...of('hematoxylin, light passed', 'hematoxylin', stretched(passed, stain.missing), stain.missing, sides),
      ];
    }
  }
  const names =
    channel !== 'auto'
      ? [channel]
      : samples.bands === 1
        ? ['luminance']
        : ['principal', ...Array.from({ length: Math.min(samples.bands, BANDS) }, (_, band) => `band:${band + 1}`)];
  const planes: ObjectPlane[] = [];
  for (const name of names) {
    const { values, missing } = await read(name);
    const roots = values.map((value) => Math.floor(Math.sqrt(value * TOP)));
    planes.push(...of(name, name, values, missing), ...of(`root of ${name}`, name, roots, missing));
  }
  yield planes;
}

const inverted = (values: Uint16Array): Uint16Array => values.map((value) => TOP - value);

const meanOf = (values: Uint8Array | Uint16Array, missing: Uint8Array | undefined): number => {
  let [sum, count] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (missing?.[i]) continue;
    sum += values[i]!;
    count++;
  }
  return sum / Math.max(1, count);
};

/** From the least value to the greatest over all 16 bits; pixels without data get the mean. */
const stretched = (values: Uint8Array | Uint16Array, missing: Uint8Array | undefined): Uint16Array => {
  let [least, most] = [TOP, 0];
  for (let i = 0; i < values.length; i++) {
    if (missing?.[i]) continue;
    least = Math.min(least, values[i]!);
    most = Math.max(most, values[i]!);
  }
  const range = Math.max(1, most - least);
  const on = (value: number): number => Math.floor((TOP * (value - least)) / range);
  const mean = on(Math.floor(meanOf(values, missing)));
  const to = new Uint16Array(values.length);
  for (let i = 0; i < to.length; i++) to[i] = missing?.[i] ? mean : on(values[i]!);
  return to;
};

/** The light that passes a stain of some density d, e⁻ᵈ, by its limit (1 − d/n)ⁿ with n = 2¹⁰: the same bits on every machine. */
const transmittance = (densities: Uint8Array | Uint16Array, record: Readonly<Record<string, string>>): Uint16Array => {
  const transform = transformOf(record);
  if (transform.kind !== 'absorbance') return Uint16Array.from(densities);
  const { offset, scale } = transform;
  const table = new Uint16Array(TOP + 1);
  // Densities below none are light that another stain let through: brighter than white, up to e.
  for (let code = 0; code <= TOP; code++) {
    let passed = Math.max(0, 1 - Math.max(-1, code / scale + offset) / 1024);
    for (let power = 0; power < 10; power++) passed *= passed;
    table[code] = Math.min(TOP, Math.floor((passed * TOP) / 2.72));
  }
  const to = new Uint16Array(densities.length);
  for (let i = 0; i < to.length; i++) to[i] = table[densities[i]!]!;
  return to;
};
