import { AGAIN, above, below, count, GONE, goes, near, state, stepsOf, stepTo } from './space';

const DONE: u32 = 255;

/** `sweepPlain`. */
export function sweep(labels: usize, parents: usize, strong: usize, earlier: usize, ready: usize, again: usize): i32 {
  let found = 0;
  for (let start = 0; start < count; start++) {
    if (load<u8>(earlier + start) !== 0 || !isStrong(start, labels, parents, strong)) continue;
    store<i32>(ready, start);
    let left = 1;
    while (left > 0) {
      left--;
      const k = load<i32>(ready + ((<usize>left) << 2));
      store<u8>(earlier + k, DONE);
      let others: i32 = load<u8>(near + k);
      const up = load<i32>(above + ((<usize>k) << 2));
      const down = load<i32>(below + ((<usize>k) << 2));
      const steps = stepsOf(k);
      if (goes(others)) {
        store<u8>(state + k, load<u8>(state + k) | GONE);
        for (; others !== 0; others &= others - 1) {
          const n = ctz(others);
          const other = select(k + 1 - (n >> 1), select(down, up, n < 4), (n & 3) === 0) + stepTo(steps, n);
          store<u8>(near + other, <i32>load<u8>(near + other) & ~(1 << (n ^ 4)));
          const waits = <u32>load<u8>(earlier + other);
          if (waits !== DONE) {
            store<u8>(earlier + other, waits - 1);
            store<i32>(ready + ((<usize>left) << 2), other);
            left += i32(waits === 1);
          } else if ((load<u8>(state + other) & AGAIN) === 0) {
            store<u8>(state + other, load<u8>(state + other) | AGAIN);
            store<i32>(again + ((<usize>found) << 2), other);
            found++;
          }
        }
      } else {
        for (; others !== 0; others &= others - 1) {
          const n = ctz(others);
          const other = select(k + 1 - (n >> 1), select(down, up, n < 4), (n & 3) === 0) + stepTo(steps, n);
          const waits = <u32>load<u8>(earlier + other);
          store<u8>(earlier + other, waits - u32(waits !== DONE));
          store<i32>(ready + ((<usize>left) << 2), other);
          left += i32(waits === 1);
        }
      }
    }
  }
  return found;
}

/** `longPlain`. */
export function long(labels: usize, parents: usize, strong: usize, sizes: usize, kept: usize, least: i32): i32 {
  let left = 0;
  for (let k = 0; k < count; k++) {
    if ((load<u8>(state + k) & GONE) !== 0) continue;
    const piece = pieceOf(k, labels, parents);
    if (load<u8>(strong + piece) === 0) continue;
    const size = sizes + ((<usize>piece) << 2);
    store<i32>(size, load<i32>(size) + 1);
    store<i32>(kept + ((<usize>left) << 2), k);
    left++;
  }
  let long = 0;
  for (let i = 0; i < left; i++) {
    const k = load<i32>(kept + ((<usize>i) << 2));
    store<i32>(kept + ((<usize>long) << 2), k);
    long += i32(load<i32>(sizes + ((<usize>pieceOf(k, labels, parents)) << 2)) >= least);
  }
  return long;
}

function pieceOf(k: i32, labels: usize, parents: usize): i32 {
  return load<i32>(parents + ((<usize>load<i32>(labels + ((<usize>k) << 2))) << 2));
}

function isStrong(k: i32, labels: usize, parents: usize, strong: usize): bool {
  return load<u8>(strong + pieceOf(k, labels, parents)) !== 0;
}
