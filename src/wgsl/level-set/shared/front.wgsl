#import level-set/shared/tiling
// requires: domain, mask, tiling
// The front of a mask in tiles.

fn insideAt(at: u32) -> u32 {
  if (at == none) {
    return 0u;
  }
  return mask[at];
}

fn outsideAt(at: u32) -> u32 {
  if (at == none) {
    return 0u;
  }
  return ~mask[at] & domain[at];
}

// L_out and L_in of a word.
fn frontWords(tile: u32, k: u32) -> vec2u {
  let at = tile * tiling.words + k;
  let b = wordsBeside(tile, k);
  let m = mask[at];
  let c = ~m & domain[at];
  let near = neighbours(m, insideAt(b.left), insideAt(b.right), insideAt(b.above), insideAt(b.below), insideAt(b.behind), insideAt(b.before));
  let bare = neighbours(c, outsideAt(b.left), outsideAt(b.right), outsideAt(b.above), outsideAt(b.below), outsideAt(b.behind), outsideAt(b.before));
  return vec2u(near & c, bare & m);
}
