#struct Tiling = level-set/kernels/shared/layout: T
#constants level-set/kernels/shared/layout: Kind, Status
// requires: tiling
// Masks cut into tiles, as src/level-set/kernels/shared/tile-words.ts: a word holds two rows of 16 cells, or four of 8.

const none = 0xffffffffu;

// Words adjacent to a word; `none` beyond the border.
struct Beside {
  left: u32,
  right: u32,
  above: u32,
  below: u32,
  behind: u32,
  before: u32,
}

fn wordsBeside(tile: u32, k: u32) -> Beside {
  let at = tile * tiling.words + k;
  let column = tile % tiling.columns;
  let row = (tile / tiling.columns) % tiling.rows;
  let deep = tile / (tiling.columns * tiling.rows);
  let down = tiling.columns * tiling.words;
  let in_ = down * tiling.rows;
  let slice = tiling.sliceWords;
  let y = k % slice;
  var beside = Beside(none, none, none, none, none, none);
  if (column > 0u) {
    beside.left = at - tiling.words;
  }
  if (column + 1u < tiling.columns) {
    beside.right = at + tiling.words;
  }
  if (y > 0u) {
    beside.above = at - 1u;
  } else if (row > 0u) {
    beside.above = at + slice - 1u - down;
  }
  if (y + 1u < slice) {
    beside.below = at + 1u;
  } else if (row + 1u < tiling.rows) {
    beside.below = at + 1u - slice + down;
  }
  if (k >= slice) {
    beside.behind = at - slice;
  } else if (deep > 0u) {
    beside.behind = at + tiling.words - slice - in_;
  }
  if (k + slice < tiling.words) {
    beside.before = at + slice;
  } else if (deep + 1u < tiling.slices) {
    beside.before = at + slice - tiling.words + in_;
  }
  return beside;
}

// Cells of a word that have a neighbour in a set, given by its own and the adjacent words of the set.
fn neighbours(own: u32, left: u32, right: u32, above: u32, below: u32, behind: u32, before: u32) -> u32 {
  let side = tiling.side;
  let low = select(0x00010001u, 0x01010101u, side == 8u);
  let high = low << (side - 1u);
  let along = ((own << 1u) & ~low) | ((left >> (side - 1u)) & low) | ((own >> 1u) & ~high) | ((right & low) << (side - 1u));
  let across = (own << side) | (above >> (32u - side)) | (own >> side) | (below << (32u - side));
  return along | across | behind | before;
}
