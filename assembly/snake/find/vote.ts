/**
 * The votes of `src/snake/find/like/voter.ts`, 64 pixels at a time: masks say which of them a node holds, and of a node the side is left out that holds none, as neighbouring
 * pixels mostly go the same way. Addresses and strides are in bytes.
 */

/** Pixels that go down a tree together. */
const TOGETHER: usize = 64;
const VECTORS: i32 = 4;
/** Pixels that all trees see before the next: those of 36 features fit a first cache. */
const BLOCK: usize = 512;

/** A node: its feature (`LEAF` for a leaf), its bin, and the node to its left; of a leaf the place of its shares. */
const NODE: usize = 8;
const LEAF: u32 = 0xffff;

/** Nodes on the way from the root that wait with their masks. */
const WAITING: usize = 16 + 16 * <usize>VECTORS;

/**
 * Adds the votes of `pixels`, a multiple of 64.
 *
 * @param trees address of one word a tree: the address of its root
 * @param shares a byte a leaf and class
 * @param stack room for one entry of 80 bytes for each level of the deepest tree, and one more
 * @param columns a byte a pixel, `stride` from one feature to the next
 * @param sums 16 bits a pixel, 2 × `stride` from one class to the next, for the first `labels` of `classes`
 */
export function vote(
  trees: usize,
  count: i32,
  shares: usize,
  stack: usize,
  columns: usize,
  stride: usize,
  pixels: i32,
  sums: usize,
  labels: i32,
  classes: i32,
): void {
  for (let first: usize = 0; first < <usize>pixels; first += BLOCK) {
    const end = min(<usize>pixels, first + BLOCK);
    for (let tree = 0; tree < count; tree++) {
      const root = <usize>load<u32>(trees + 4 * <usize>tree);
      for (let i = first; i < end; i += TOGETHER) {
        descend(root, shares, stack, columns + i, stride, sums + 2 * i, labels, classes);
      }
    }
  }
}

function descend(
  root: usize,
  shares: usize,
  stack: usize,
  columns: usize,
  stride: usize,
  sums: usize,
  labels: i32,
  classes: i32,
): void {
  const all = i8x16.splat(-1);
  let top = stack;
  let node = root;
  let a = all;
  let b = all;
  let c = all;
  let d = all;
  for (;;) {
    const feature = <u32>load<u16>(node);
    if (feature === LEAF) {
      const at = shares + <usize>load<u32>(node, 4) * <usize>classes;
      for (let label = 0; label < labels; label++) {
        const share = i16x8.splat(<i16>load<u8>(at + <usize>label));
        const to = sums + 2 * <usize>label * stride;
        add(to, a, share);
        add(to + 32, b, share);
        add(to + 64, c, share);
        add(to + 96, d, share);
      }
      if (top === stack) return;
      top -= WAITING;
      node = <usize>load<u32>(top);
      a = v128.load(top, 16);
      b = v128.load(top, 32);
      c = v128.load(top, 48);
      d = v128.load(top, 64);
      continue;
    }
    const column = columns + <usize>feature * stride;
    const bin = i8x16.splat(<i8>load<u16>(node, 2));
    const rightA = v128.and(a, i8x16.gt_u(v128.load(column), bin));
    const rightB = v128.and(b, i8x16.gt_u(v128.load(column, 16), bin));
    const rightC = v128.and(c, i8x16.gt_u(v128.load(column, 32), bin));
    const rightD = v128.and(d, i8x16.gt_u(v128.load(column, 48), bin));
    const left = root + <usize>load<u32>(node, 4) * NODE;
    if (!v128.any_true(v128.or(v128.or(rightA, rightB), v128.or(rightC, rightD)))) {
      node = left;
      continue;
    }
    a = v128.xor(a, rightA);
    b = v128.xor(b, rightB);
    c = v128.xor(c, rightC);
    d = v128.xor(d, rightD);
    if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
      store<u32>(top, <u32>left);
      v128.store(top, a, 16);
      v128.store(top, b, 32);
      v128.store(top, c, 48);
      v128.store(top, d, 64);
      top += WAITING;
    }
    node = left + NODE;
    a = rightA;
    b = rightB;
    c = rightC;
    d = rightD;
  }
}

function add(to: usize, mask: v128, share: v128): void {
  v128.store(to, i16x8.add(v128.load(to), v128.and(i16x8.extend_low_i8x16_s(mask), share)));
  v128.store(to, i16x8.add(v128.load(to, 16), v128.and(i16x8.extend_high_i8x16_s(mask), share)), 16);
}
