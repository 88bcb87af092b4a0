/** The planes in which objects may stand out, for the image to choose from. */
import { channelRows, transformOf } from '../../../image/channels/channels.js';
import type { Samples } from '../../../image/samples.js';
import type { ObjectPlane } from './object-map.js';

/** The side of the threshold on which objects lie. */
export type Polarity = 'any' | 'brighter' | 'darker';

/** Share of white light from which on a coloured image may have been taken in light that passed through the object. */
const TRANSMITTED = 1 / 3;
/** Most bands looked at one by one. */
const BANDS = 4;
const TOP = 65535;

/** A plane that is only made when it is looked at. */
export interface PlaneToBe {
  readonly name: string;
  make(): Promise<ObjectPlane>;
}

/**
 * Groups of planes, of which the next counts where nothing stands out in the one before; each plane twice, upside down, where objects may
 * be brighter or darker.
 *
 * @param channel what the user has chosen; `auto` where the image is to choose
 * @param all whether planes of stained tissue are given whatever the image looks like
 */
export async function* objectPlanes(
  samples: Samples,
  channel: string,
  polarity: Polarity,
  signal: AbortSignal,
  all = false,
): AsyncGenerator<readonly PlaneToBe[], void, void> {
  const { width, height } = samples;
  const stored = async (name: string) => {
    const { planes, missing, record } = await (await channelRows(samples, name, { signal })).rows(0, height);
    return { values: planes[0]!, missing, record };
  };
  const of = (
    name: string,
    channel: string,
    sides: Polarity,
    read: () => Promise<Pick<ObjectPlane, 'values' | 'missing'>>,
  ): PlaneToBe[] => {
    const plane = async (name: string, turned: (values: Uint16Array) => Uint16Array): Promise<ObjectPlane> => {
      const { values, missing } = await read();
      return { name, channel, width, height, values: turned(values), missing };
    };
    const darker = `${name}, darker`;
    return [
      ...(sides === 'darker' ? [] : [{ name, make: () => plane(name, (values) => values) }]),
      ...(sides === 'brighter' ? [] : [{ name: darker, make: () => plane(darker, inverted) }]),
    ];
  };
  const evened = (name: string) => async () => {
    const { values, missing } = await stored(name);
    return { values: stretched(values, missing), missing };
  };
  if (channel === 'auto' && samples.bands === 3 && !(samples.data instanceof Float32Array)) {
    const bright = async (): Promise<boolean> => {
      const { values, missing } = await stored('luminance');
      return meanOf(values, missing) > TRANSMITTED * (samples.data instanceof Uint8Array ? 255 : TOP);
    };
    if (all || (await bright())) {
      const sides = polarity === 'any' ? 'darker' : polarity;
      const opposite = sides === 'darker' ? 'brighter' : 'darker';
      const passed = async () => {
        const { values, missing, record } = await stored('hematoxylin');
        return { values: stretched(transmittance(values, record), missing), missing };
      };
      yield [
        ...of('luminance', 'luminance', sides, evened('luminance')),
        ...of('red', 'band:1', sides, evened('band:1')),
        ...of('hematoxylin', 'hematoxylin', opposite, evened('hematoxylin')),
        ...of('hematoxylin, light passed', 'hematoxylin', sides, passed),
      ];
    }
  }
  const names =
    channel !== 'auto'
      ? [channel]
      : samples.bands === 1
        ? ['luminance']
        : ['principal', ...Array.from({ length: Math.min(samples.bands, BANDS) }, (_, band) => `band:${band + 1}`)];
  yield names.flatMap((name) => {
    const roots = async () => {
      const { values, missing } = await evened(name)();
      return { values: values.map((value) => Math.floor(Math.sqrt(value * TOP))), missing };
    };
    return [...of(name, name, polarity, evened(name)), ...of(`root of ${name}`, name, polarity, roots)];
  });
}

const inverted = (values: Uint16Array): Uint16Array => {
  const to = new Uint16Array(values.length);
  for (let i = 0; i < to.length; i++) to[i] = TOP - values[i]!;
  return to;
};

const meanOf = (values: Uint8Array | Uint16Array, missing: Uint8Array | undefined): number => {
  let sum = 0;
  let count = 0;
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
  const table = new Uint16Array(most + 1);
  for (let value = least; value <= most; value++) table[value] = on(value);
  const to = new Uint16Array(values.length);
  for (let i = 0; i < to.length; i++) to[i] = table[values[i]!]!;
  if (missing) {
    const mean = on(Math.floor(meanOf(values, missing)));
    for (let i = 0; i < to.length; i++) if (missing[i]) to[i] = mean;
  }
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
