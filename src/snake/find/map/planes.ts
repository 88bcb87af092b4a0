/** The planes in which objects may stand out, for the image to choose from. */
import { lookedUp } from '../../../core/numbers/looked-up.js';
import { channelRows, transformOf } from '../../../image/channels/channels.js';
import type { Samples } from '../../../image/samples.js';
import type { ObjectPlane, PlaneScale } from './object-map.js';

/** The side of the threshold on which objects lie. */
export type Polarity = 'any' | 'brighter' | 'darker';

/** How objects look: the channel in which they stand out, and the side of the threshold. */
export interface Appearance {
  /** The channel that the user has chosen; `auto` where the image is to choose. */
  readonly channel: string;
  readonly polarity: Polarity;
}

/** Objects of whatever channel shows them, on either side of the threshold. */
export const ANY_APPEARANCE: Appearance = { channel: 'auto', polarity: 'any' };

/** Share of white light from which on a coloured image may have been taken in light that passed through the object. */
const TRANSMITTED = 1 / 3;
/** Maximum number of bands that are used one by one. */
const BANDS = 4;
const TOP = 65535;

/** A plane that is computed on demand. */
export interface PlaneToBe {
  readonly name: string;
  make(): Promise<ObjectPlane>;
}

/** What is known of the plane of which planes are made. */
interface PlaneOptions {
  /** Whether a plane was chosen before: planes of stained tissue are then given whatever the samples look like. */
  readonly chosen?: boolean;
  /** The scale of the plane that is made; by the samples themselves when not given. */
  readonly scale?: PlaneScale | undefined;
}

/**
 * Yields groups of planes; a group is used where nothing stands out in the one before. Each plane also comes inverted where objects may be
 * brighter or darker.
 *
 */
export async function* objectPlanes(
  samples: Samples,
  { channel, polarity }: Appearance,
  signal: AbortSignal,
  { chosen = false, scale }: PlaneOptions = {},
): AsyncGenerator<readonly PlaneToBe[], void, void> {
  const { width, height } = samples;
  const known = new Map<string, Promise<Stored>>();
  const read = async (name: string): Promise<Stored> => {
    const options = { signal, ...(scale && { record: scale.record }) };
    const { planes, missing, record } = await (await channelRows(samples, name, options)).rows(0, height);
    return { values: planes[0]!, missing, record };
  };
  const stored = (name: string): Promise<Stored> => {
    const its = known.get(name) ?? read(name);
    known.set(name, its);
    return its;
  };
  /** @param before transform of stored values before they are stretched; `after` is applied afterwards */
  const of = (
    name: string,
    channel: string,
    sides: Polarity,
    before: (record: Stored['record']) => Tone = () => same,
    after: Tone = same,
  ): PlaneToBe[] => {
    const plane = async (name: string, last: Tone): Promise<ObjectPlane> => {
      const { values, missing, record } = await stored(channel);
      const { range, ...its } = toned(values, missing, [before(record), last], scale?.range);
      return { name, channel, width, height, values: its.values, missing, scale: { record, range } };
    };
    const darker = `${name}, darker`;
    return [
      ...(sides === 'darker' ? [] : [{ name, make: () => plane(name, after) }]),
      ...(sides === 'brighter' ? [] : [{ name: darker, make: () => plane(darker, (value) => TOP - after(value)) }]),
    ];
  };
  if (channel === 'auto' && samples.bands === 3 && !(samples.data instanceof Float32Array)) {
    const bright = async (): Promise<boolean> => {
      const { values, missing } = await stored('luminance');
      return meanOf(values, missing) > TRANSMITTED * (samples.data instanceof Uint8Array ? 255 : TOP);
    };
    if (chosen || (await bright())) {
      const sides = polarity === 'any' ? 'darker' : polarity;
      const opposite = sides === 'darker' ? 'brighter' : 'darker';
      yield [
        ...of('luminance', 'luminance', sides),
        ...of('red', 'band:1', sides),
        ...of('hematoxylin', 'hematoxylin', opposite),
        ...of('hematoxylin, light passed', 'hematoxylin', sides, transmittance),
      ];
    }
  }
  const names =
    channel !== 'auto'
      ? [channel]
      : samples.bands === 1
        ? ['luminance']
        : ['principal', ...Array.from({ length: Math.min(samples.bands, BANDS) }, (_, band) => `band:${band + 1}`)];
  yield names.flatMap((name) => [
    ...of(name, name, polarity),
    ...of(`root of ${name}`, name, polarity, undefined, (value) => Math.floor(Math.sqrt(value * TOP))),
  ]);
}

/** Values of a channel, as it stores them. */
interface Stored {
  readonly values: Uint8Array | Uint16Array;
  readonly missing: Uint8Array | undefined;
  readonly record: Readonly<Record<string, string>>;
}

/** Maps a value to another; whole numbers up to `TOP`. */
type Tone = (value: number) => number;

const same: Tone = (value) => value;

/** @param table what each value counts as */
const meanOf = (values: Uint8Array | Uint16Array, missing: Uint8Array | undefined, table?: Uint16Array): number => {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (missing?.[i]) continue;
    sum += table?.[values[i]!] ?? values[i]!;
    count++;
  }
  return sum / Math.max(1, count);
};

/**
 * Maps values by a first tone, stretches their range to all 16 bits, and applies a last tone; pixels without data get the mean. Each
 * distinct value is computed once.
 *
 * @param known the range that is stretched, in place of the values' own; values beyond it count as its ends
 */
const toned = (
  values: Uint8Array | Uint16Array,
  missing: Uint8Array | undefined,
  [first, last]: readonly [Tone, Tone],
  known?: PlaneScale['range'],
): { readonly values: Uint16Array; readonly range: PlaneScale['range'] } => {
  const count = values instanceof Uint8Array ? 256 : TOP + 1;
  const seen = seenIn(values, missing, new Uint8Array(count));
  const before = new Uint16Array(count);
  let [least, most] = known ?? [TOP, 0];
  for (let value = 0; value < count; value++) {
    if (seen[value] === 0) continue;
    const its = first(value);
    before[value] = known ? Math.max(least, Math.min(most, its)) : its;
    if (known) continue;
    least = Math.min(least, its);
    most = Math.max(most, its);
  }
  const width = Math.max(1, most - least);
  const on = (value: number): number => last(Math.floor((TOP * (value - least)) / width));
  const table = new Uint16Array(count);
  for (let value = 0; value < count; value++) if (seen[value] === 1) table[value] = on(before[value]!);
  const to = lookedUp(values, table, new Uint16Array(values.length));
  if (missing) {
    const mean = on(Math.floor(meanOf(values, missing, before)));
    for (let i = 0; i < to.length; i++) if (missing[i]) to[i] = mean;
  }
  return { values: to, range: [least, most] };
};

/** Flags the values that pixels with data have. A function of its own, as its loop runs long before the rest of `toned` is compiled. */
const seenIn = (values: Uint8Array | Uint16Array, missing: Uint8Array | undefined, seen: Uint8Array): Uint8Array => {
  if (missing) for (let i = 0; i < values.length; i++) seen[values[i]!]! |= missing[i] ? 0 : 1;
  else for (let i = 0; i < values.length; i++) seen[values[i]!] = 1;
  return seen;
};

/** The light that passes a stain of some density d, e⁻ᵈ, by its limit (1 − d/n)ⁿ with n = 2¹⁰: the same bits on every machine. */
const transmittance = (record: Stored['record']): Tone => {
  const transform = transformOf(record);
  if (transform.kind !== 'absorbance') return same;
  const { offset, scale } = transform;
  // Densities below none are light that another stain let through: brighter than white, up to e.
  return (code) => {
    let passed = Math.max(0, 1 - Math.max(-1, code / scale + offset) / 1024);
    for (let power = 0; power < 10; power++) passed *= passed;
    return Math.min(TOP, Math.floor((passed * TOP) / 2.72));
  };
};
