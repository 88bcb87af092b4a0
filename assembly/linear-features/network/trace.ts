import { beside, count, GONE, linksAt, state } from './space';

let firsts: usize = 0;
let members: usize = 0;
let degrees: usize = 0;
let starts: usize = 0;
let path: usize = 0;
let nodeAt: usize = 0;
let walked: usize = 0;
let froms: usize = 0;
let tos: usize = 0;
let found: i32 = 0;
let branches: i32 = 0;

const AROUND_TWO_PIXELS: i32 = 7;
/** Pixels from which a branch is not followed further. */
let most: i32 = 0;

/** How many nodes the last trace has. */
export function nodes(): i32 {
  return found;
}

/** `tracePlain`; gives the number of branches. `nodeAt` and `walked` are 0. */
export function trace(
  firsts_: usize,
  members_: usize,
  degrees_: usize,
  from: usize,
  to: usize,
  starts_: usize,
  path_: usize,
  nodeAt_: usize,
  walked_: usize,
  most_: i32,
): i32 {
  firsts = firsts_;
  members = members_;
  degrees = degrees_;
  froms = from;
  tos = to;
  starts = starts_;
  path = path_;
  nodeAt = nodeAt_;
  walked = walked_;
  most = most_;
  found = 0;
  branches = 0;
  store<i32>(firsts, 0);
  store<i32>(starts, 0);
  for (let k = 0; k < count; k++) {
    if (popcnt(linksAt(k)) !== 2 && (load<u8>(state + k) & GONE) === 0 && nodeOf(k) === 0) addNode(k);
  }
  for (let node = 0; node < found; node++) leave(node);
  if (most < i32.MAX_VALUE) return branches;
  for (let k = 0; k < count; k++) {
    if (load<u8>(walked + k) !== 0 || (load<u8>(state + k) & GONE) !== 0 || nodeOf(k) !== 0) continue;
    addNode(k);
    leave(found - 1);
  }
  return branches;
}

function nodeOf(k: i32): i32 {
  return load<i32>(nodeAt + ((<usize>k) << 2));
}

function put(array: usize, at: i32, value: i32): void {
  store<i32>(array + ((<usize>at) << 2), value);
}

function get(array: usize, at: i32): i32 {
  return load<i32>(array + ((<usize>at) << 2));
}

function addNode(start: i32): void {
  let next = get(firsts, found);
  let end = next;
  found++;
  put(members, end++, start);
  put(nodeAt, start, found);
  while (next < end && popcnt(linksAt(get(members, next))) > 2) {
    const k = get(members, next);
    for (let links = linksAt(k); links !== 0; links &= links - 1) {
      const other = beside(k, ctz(links));
      if (nodeOf(other) !== 0 || popcnt(linksAt(other)) < 3) continue;
      put(nodeAt, other, found);
      put(members, end++, other);
    }
    next++;
  }
  put(firsts, found, end);
  put(degrees, found - 1, 0);
}

function leave(node: i32): void {
  for (let i = get(firsts, node); i < get(firsts, node + 1); i++) {
    const start = get(members, i);
    for (let links = linksAt(start); links !== 0; links &= links - 1) {
      const n = ctz(links);
      if (nodeOf(beside(start, n)) !== node + 1) walk(node, start, n);
    }
  }
}

function walk(node: i32, start: i32, direction: i32): void {
  const left: i32 = load<u8>(walked + start);
  if (((left >> direction) & 1) !== 0) return;
  const from = get(starts, branches);
  let end = from;
  put(path, end++, start);
  let k = start;
  let n = direction;
  for (;;) {
    k = beside(k, n);
    put(path, end++, k);
    if (nodeOf(k) !== 0) break;
    if (end - from >= most) {
      put(degrees, node, get(degrees, node) + 1);
      return;
    }
    store<u8>(walked + k, 1);
    n = 31 - clz(linksAt(k) & ~(1 << (n ^ 4)));
  }
  store<u8>(walked + k, <i32>load<u8>(walked + k) | (1 << (n ^ 4)));
  const other = nodeOf(k) - 1;
  if (other === node && end - from <= AROUND_TWO_PIXELS && popcnt(linksAt(start)) > 2) return;
  put(degrees, node, get(degrees, node) + 1);
  put(degrees, other, get(degrees, other) + 1);
  put(froms, branches, node);
  put(tos, branches, other);
  branches++;
  put(starts, branches, end);
}
