#import level-set/shared/tiling
// requires: domain, filter_, mask, tiling
// Tiles as rows, with their halo.

// Rows of a tile and of its halo of radius + 1 cells: a bit a cell, the halo's lowest. At most 20² rows in a volume, 4 × 28 in an
// image.
var<workgroup> insides: array<u32, 400>;
var<workgroup> outsides: array<u32, 400>;

// Row (y, z) of the tile `column`, of the mask and of what is outside it; 0 where there is none.
fn rowAt(column: i32, y: i32, z: i32) -> vec2u {
  let side = i32(tiling.side);
  if (column < 0 || column >= i32(tiling.columns) || y < 0 || y >= i32(tiling.height) || z < 0 || z >= i32(tiling.depth)) {
    return vec2u(0u);
  }
  let deep = select(z / side, 0, tiling.sliceWords == tiling.words);
  let tile = (deep * i32(tiling.rows) + y / side) * i32(tiling.columns) + column;
  let row = u32((z - deep * side) * side + y % side);
  let perWord = 32u / tiling.side;
  let at = u32(tile) * tiling.words + row / perWord;
  let shift = (row % perWord) * tiling.side;
  let m = mask[at] >> shift;
  return vec2u(m, ~m & (domain[at] >> shift)) & vec2u((1u << tiling.side) - 1u);
}

// A row with the cells beyond the border in x equal to the nearest.
fn extended(row: u32, column: u32) -> u32 {
  let halo = tiling.radius + 1u;
  var word = row;
  if (column == 0u && ((word >> halo) & 1u) != 0u) {
    word |= (1u << halo) - 1u;
  }
  let last = halo + tiling.width - 1u - column * tiling.side;
  if (last < tiling.side + 2u * halo && ((word >> last) & 1u) != 0u) {
    word |= ~((2u << last) - 1u);
  }
  return word;
}

// Weighted sum of the inside round the cell at `bit` of row `at`, which is row (y, z) of the image.
fn filtered(at: u32, bit: u32, column: u32, y: i32, z: i32) -> u32 {
  let radius = i32(tiling.radius);
  let volume = tiling.sliceWords < tiling.words;
  let deep = select(0, radius, volume);
  let kernelRows = select(tiling.size, tiling.size * tiling.size, volume);
  let reach = i32(tiling.side) + 2 * radius + 2;
  let shift = bit - tiling.radius;
  var k = 0u;
  var sum = 0u;
  for (var dz = -deep; dz <= deep; dz++) {
    let line = i32(at) + (clamp(z + dz, 0, i32(tiling.depth) - 1) - z) * reach - y;
    for (var dy = -radius; dy <= radius; dy++) {
      let row = extended(insides[u32(line + clamp(y + dy, 0, i32(tiling.height) - 1))], column);
      let pattern = (row >> shift) & ((1u << tiling.size) - 1u);
      sum += filter_[kernelRows + (filter_[k] << tiling.size) + pattern];
      k++;
    }
  }
  return sum;
}

// Cells beside `at`'s in rows of one of the arrays; `slice` rows lie between those one behind the other, 0 in an image.
fn besideInside(at: u32, slice: u32) -> u32 {
  let own = insides[at];
  return (own << 1u) | (own >> 1u) | insides[at - 1u] | insides[at + 1u] | select(0u, insides[at - slice] | insides[at + slice], slice > 0u);
}

fn besideOutside(at: u32, slice: u32) -> u32 {
  let own = outsides[at];
  return (own << 1u) | (own >> 1u) | outsides[at - 1u] | outsides[at + 1u] | select(0u, outsides[at - slice] | outsides[at + slice], slice > 0u);
}
