/** Damage to bytes as data, so that it can be made smaller until nothing of it can be left out. */
import fc from 'fast-check';

const kinds = ['cut', 'flip', 'set', 'word', 'copy'] as const;

export interface Wound {
  readonly kind: (typeof kinds)[number];
  /** Positions in 2²⁰ths of the bytes: the damaged place, and the source of what is copied there. */
  readonly at: number;
  readonly from: number;
  readonly value: number;
}

const WHOLE = 2 ** 20;
/** Most of what matters stands at the start or the end. */
const place = fc.oneof(
  fc.nat(WHOLE - 1),
  fc.nat(WHOLE >> 6),
  fc.nat(WHOLE >> 6).map((k) => WHOLE - 1 - k),
);
const lies = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 0x10000, 0x7fff, 100_000];

export const wounds: fc.Arbitrary<readonly Wound[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), at: place, from: place, value: fc.nat(255) }),
  { minLength: 1, maxLength: 4 },
);

export const wounded = (bytes: Uint8Array, all: readonly Wound[]): Uint8Array<ArrayBuffer> => {
  let out = new Uint8Array(bytes);
  for (const { kind, at: share, from, value } of all) {
    const at = Math.floor((share / WHOLE) * out.length);
    if (out.length < 4) break;
    if (kind === 'cut') out = out.slice(0, at);
    else if (kind === 'flip') out[at]! ^= 1 << (value & 7);
    else if (kind === 'set') out[at] = value;
    else if (kind === 'copy')
      out.copyWithin(at, Math.floor((from / WHOLE) * out.length), Math.min(out.length, at + 64));
    else if (at + 4 <= out.length)
      new DataView(out.buffer).setUint32(at & ~1, lies[value % lies.length]!, (value & 128) !== 0);
  }
  return out;
};
