/** The space that calls are about: `Space` of src/linear-features/network, its arrays by their addresses. */
export let count: i32 = 0;
export let stride: i32 = 0;
export let places: usize = 0;
export let strengths: usize = 0;
export let keys: usize = 0;
export let all: usize = 0;
export let near: usize = 0;
export let above: usize = 0;
export let below: usize = 0;
export let state: usize = 0;
/** Tables by neighbourhood: whether a pixel may go, its links, and how many of a row are before each neighbour. */
let removable: usize = 0;
let links: usize = 0;
let before: usize = 0;

export const GONE: i32 = 1;
export const AGAIN: i32 = 4;

export function bind(
  pixels: i32,
  ofRow: i32,
  places_: usize,
  strengths_: usize,
  keys_: usize,
  all_: usize,
  near_: usize,
  above_: usize,
  below_: usize,
  state_: usize,
  tables: usize,
): void {
  count = pixels;
  stride = ofRow;
  places = places_;
  strengths = strengths_;
  keys = keys_;
  all = all_;
  near = near_;
  above = above_;
  below = below_;
  state = state_;
  removable = tables;
  links = tables + 256;
  before = tables + 512;
}

export function goes(set: i32): i32 {
  return load<u8>(removable + set);
}

export function linksAt(k: i32): i32 {
  return load<u8>(links + load<u8>(near + k));
}

/** Neighbour n of a pixel, which it has. */
export function beside(k: i32, n: i32): i32 {
  if ((n & 3) === 0) return n === 0 ? k + 1 : k - 1;
  return (
    load<i32>((n < 4 ? below : above) + ((<usize>k) << 2)) + load<u8>(before + ((<usize>load<u8>(all + k)) << 3) + n)
  );
}

/** How many of a pixel's row are before each of its neighbours: `stepTo` reads it. */
export function stepsOf(k: i32): usize {
  return before + ((<usize>load<u8>(all + k)) << 3);
}

export function stepTo(steps: usize, n: i32): i32 {
  return load<u8>(steps + n);
}
