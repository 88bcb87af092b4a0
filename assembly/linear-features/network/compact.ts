import { keys, linksAt, places, strengths } from './space';

/** `compactPlain`. */
export function compact(count: i32, kept: usize, labels: usize, bits: usize, ends: usize): i32 {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const k = <usize>load<i32>(kept + ((<usize>i) << 2));
    const at = load<i32>(places + (k << 2));
    const word = bits + ((<usize>(at >> 5)) << 2);
    store<i32>(word, load<i32>(word) | (1 << (at & 31)));
    store<i32>(ends + ((<usize>found) << 2), at);
    found += i32(popcnt(linksAt(<i32>k)) === 1);
    const own = <usize>i;
    store<i32>(places + (own << 2), at);
    store<u32>(strengths + (own << 2), load<u32>(strengths + (k << 2)));
    store<u16>(keys + (own << 1), load<u16>(keys + (k << 1)));
    store<i32>(labels + (own << 2), load<i32>(labels + (k << 2)));
  }
  return found;
}
