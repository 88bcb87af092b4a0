import { above, all, below, count, keys, near, places, strengths, stride } from './space';

/** `tallyPlain`. */
export function tally(marks: usize, given: i32, least: u32, limit: i32, out: usize): void {
  let found = 0;
  let end = 0;
  let most: u32 = 1;
  for (let k = 0; k < given; k++) {
    const strength = load<u32>(marks + ((<usize>k) << 3), 4);
    if (strength < least) continue;
    if (found < limit) {
      end = k + 1;
      most = max(most, strength);
    }
    found++;
  }
  store<i32>(out, found);
  store<i32>(out, end, 4);
  store<u32>(out, most, 8);
}

/** `placePlain`: the marks that are strong enough become the pixels of the space. */
export function place(marks: usize, given: i32, width: i32, least: u32, shift: i32): void {
  let own = 0;
  let end = 0;
  let aside = 0;
  for (let k = 0; k < given; k++) {
    const at = marks + ((<usize>k) << 3);
    const strength = load<u32>(at, 4);
    if (strength < least) continue;
    const i = load<i32>(at);
    if (i >= end) {
      const y = i / width;
      end = (y + 1) * width;
      aside = (y + 1) * stride + 1 - y * width;
    }
    store<i32>(places + ((<usize>own) << 2), i + aside);
    store<u32>(strengths + ((<usize>own) << 2), strength);
    // A strength may have the mark of a strong piece as its highest bit.
    store<u16>(keys + ((<usize>own) << 1), <u16>min<u32>(4095, (strength & 0x7fffffff) >> shift));
    own++;
  }
}

/** `meetPlain`. With `labels` of 0 it finds no pieces, with `earlier` of 0 not who waits. */
export function meet(labels: usize, parents: usize, strong: usize, earlier: usize, high: u32): void {
  let found = 0;
  let previous = -2;
  let up = 0;
  for (let k = 0; k < count; k++) {
    const at = load<i32>(places + ((<usize>k) << 2));
    const key = load<u16>(keys + ((<usize>k) << 1));
    const first = at - stride - 1;
    let n = load<i32>(places + ((<usize>up) << 2)) - first;
    while (n < 0) {
      up++;
      n = load<i32>(places + ((<usize>up) << 2)) - first;
    }
    store<i32>(above + ((<usize>k) << 2), up);
    let set = 0;
    let waits = 0;
    let label = -1;
    if (previous === at - 1) {
      set = 1 << 4;
      store<u8>(all + k - 1, load<u8>(all + k - 1) | 1);
      if (labels !== 0) label = load<i32>(labels + ((<usize>(k - 1)) << 2));
      if (earlier !== 0) {
        if (key < load<u16>(keys + ((<usize>(k - 1)) << 1))) store<u8>(earlier + k - 1, load<u8>(earlier + k - 1) + 1);
        else waits++;
      }
    }
    previous = at;
    for (let other = up; n < 3; n = load<i32>(places + ((<usize>other) << 2)) - first) {
      const theirs: i32 = load<u8>(all + other);
      if ((theirs & 0b1110) === 0) store<i32>(below + ((<usize>other) << 2), k);
      store<u8>(all + other, theirs | (2 << n));
      set |= 1 << (5 + n);
      if (earlier !== 0) {
        if (key < load<u16>(keys + ((<usize>other) << 1))) store<u8>(earlier + other, load<u8>(earlier + other) + 1);
        else waits++;
      }
      if (labels !== 0) {
        const own = load<i32>(labels + ((<usize>other) << 2));
        if (label < 0) label = own;
        else if (label !== own) label = joined(parents, label, own);
      }
      other++;
    }
    store<u8>(all + k, set);
    if (earlier !== 0) store<u8>(earlier + k, waits);
    if (labels === 0) continue;
    if (label < 0) {
      label = found;
      store<i32>(parents + ((<usize>found) << 2), found);
      found++;
    }
    store<i32>(labels + ((<usize>k) << 2), label);
    const strength = load<u32>(strengths + ((<usize>k) << 2));
    if (strength >= high) store<u8>(strong + label, 1);
    // Of what is left of a strong piece on a device the strength has a mark, which is of no more use.
    store<u32>(strengths + ((<usize>k) << 2), strength & 0x7fffffff);
  }
  for (let label = 0; label < found; label++) {
    const own = parents + ((<usize>label) << 2);
    const root = load<i32>(parents + ((<usize>load<i32>(own)) << 2));
    store<i32>(own, root);
    store<u8>(strong + root, load<u8>(strong + root) | load<u8>(strong + label));
  }
  memory.copy(near, all, count);
}

function rootOf(parents: usize, label: i32): i32 {
  let parent = load<i32>(parents + ((<usize>label) << 2));
  while (parent !== label) {
    const next = load<i32>(parents + ((<usize>parent) << 2));
    store<i32>(parents + ((<usize>label) << 2), next);
    label = next;
    parent = load<i32>(parents + ((<usize>label) << 2));
  }
  return label;
}

function joined(parents: usize, a: i32, b: i32): i32 {
  const first = rootOf(parents, a);
  const other = rootOf(parents, b);
  const least = min(first, other);
  store<i32>(parents + ((<usize>max(first, other)) << 2), least);
  return least;
}
