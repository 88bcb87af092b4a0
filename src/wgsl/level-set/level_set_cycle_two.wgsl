#import level-set/shared/tile_rows
// Cycle two in the listed tiles: iterations by the Gaussian filter, one row of cells per lane; the cells of other tiles do not
// change, and beyond the border the nearest cell counts. The cells that need the filter are listed and divided among the lanes:
// most rows have none, and in rows along the front nearly all cells need it. CPU kernel: src/level-set/kernels/level_set_cycle_two.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> active_: array<u32>;
@group(0) @binding(2) var<storage, read> mask: array<u32>;
@group(0) @binding(3) var<storage, read> domain: array<u32>;
// Classes of the filter's rows, then sums by class and pattern.
@group(0) @binding(4) var<storage, read> filter_: array<u32>;
@group(0) @binding(5) var<storage, read_write> next: array<u32>;

override iterations: u32;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

// The listed cells, in any order: 64 · row + 2 · bit, plus 1 if inside. At most all cells of a tile, or of four tiles of an image.
var<workgroup> listed: array<u32, 1024>;
var<workgroup> places: atomic<u32>;
// By row, the listed cells that are on the other side by the filter.
var<workgroup> moving: array<atomic<u32>, 400>;

// Lists cells of a row, without duplicates.
fn list(row: u32, cells: u32, insideOf: u32) {
  var place = atomicAdd(&places, countOneBits(cells));
  for (var bits = cells; bits != 0u; bits &= bits - 1u) {
    let bit = countTrailingZeros(bits);
    listed[place] = 64u * row + 2u * bit + ((insideOf >> bit) & 1u);
    place++;
  }
}

// Finds which of the listed cells are on the other side by the filter.
fn filterListed(lane: u32, first: u32, count: u32) {
  let halo = i32(tiling.radius + 1u);
  let reach = tiling.side + 2u * u32(halo);
  let volume = tiling.sliceWords < tiling.words;
  let rowsEach = select(reach, reach * reach, volume);
  let listedCells = atomicLoad(&places);
  for (var place = lane; place < listedCells; place += lanes) {
    let at = listed[place] / 64u;
    let bit = listed[place] / 2u % 32u;
    let tile = active_[1u + min(first + at / rowsEach, count - 1u)];
    let y = i32(tile / tiling.columns % tiling.rows * tiling.side + at % rowsEach % reach) - halo;
    let z = select(0, i32(tile / (tiling.columns * tiling.rows) * tiling.side + at % rowsEach / reach) - halo, volume);
    let twice = 2u * filtered(at, bit, tile % tiling.columns, y, z);
    if (select(twice > tiling.total, twice < tiling.total, listed[place] % 2u != 0u)) {
      atomicOr(&moving[at], 1u << bit);
    }
  }
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let count = active_[0];
  let side = tiling.side;
  let halo = tiling.radius + 1u;
  let reach = side + 2u * halo;
  let volume = tiling.sliceWords < tiling.words;
  let lanesEach = select(side, side * side, volume);
  let rowsEach = select(reach, reach * reach, volume);
  let rimEach = select(side + 2u, (side + 2u) * (side + 2u), volume);
  let perGroup = lanes / lanesEach;
  let centre = ((1u << side) - 1u) << halo;
  let base = lane / lanesEach * rowsEach;
  let slice = select(0u, reach, volume);
  let own = lane % lanesEach;
  let mine = base + halo * slice + own / side * reach + halo + own % side;
  for (var first = group.x * perGroup; first < count; first += groups * perGroup) {
    workgroupBarrier();
    for (var r = lane; r < perGroup * rowsEach; r += lanes) {
      let tile = active_[1u + min(first + r / rowsEach, count - 1u)];
      let column = i32(tile % tiling.columns);
      let y = i32(tile / tiling.columns % tiling.rows * side + r % rowsEach % reach) - i32(halo);
      let z = select(0, i32(tile / (tiling.columns * tiling.rows) * side + r % rowsEach / reach) - i32(halo), volume);
      let left = rowAt(column - 1, y, z) >> vec2u(side - halo);
      let right = rowAt(column + 1, y, z) & vec2u((1u << halo) - 1u);
      let row = left | (rowAt(column, y, z) << vec2u(halo)) | (right << vec2u(side + halo));
      insides[r] = row.x;
      outsides[r] = row.y;
      atomicStore(&moving[r], 0u);
    }
    if (lane == 0u) {
      atomicStore(&places, 0u);
    }
    workgroupBarrier();
    // Cells of other tiles beside the inside of this one that come in with the first iteration are outside no more.
    for (var r = own; r < rimEach; r += lanesEach) {
      let y = i32(r % (side + 2u)) - 1;
      let z = select(0, i32(r / (side + 2u)) - 1, volume);
      let at = u32(i32(base + halo * slice + halo) + z * i32(slice) + y);
      let rimY = y < 0 || y == i32(side);
      let rimZ = z < 0 || z == i32(side);
      var beside = 0u;
      if (rimY && !rimZ) {
        beside = insides[select(at - 1u, at + 1u, y < 0)] & centre;
      } else if (rimZ && !rimY) {
        beside = insides[select(at - slice, at + slice, z < 0)] & centre;
      } else if (!rimY) {
        let m = insides[at] & centre;
        beside = ((m << 1u) | (m >> 1u)) & ~centre;
      }
      list(at, outsides[at] & beside, 0u);
    }
    workgroupBarrier();
    filterListed(lane, first, count);
    workgroupBarrier();
    for (var r = lane; r < perGroup * rowsEach; r += lanes) {
      outsides[r] &= ~atomicExchange(&moving[r], 0u);
    }
    for (var i = 0u; i < iterations; i++) {
      if (lane == 0u) {
        atomicStore(&places, 0u);
      }
      workgroupBarrier();
      let m = insides[mine];
      let c = outsides[mine];
      let out = besideInside(mine, slice) & c & centre;
      let in_ = besideOutside(mine, slice) & m & centre;
      list(mine, out | in_, m);
      workgroupBarrier();
      filterListed(lane, first, count);
      workgroupBarrier();
      let moved = atomicExchange(&moving[mine], 0u);
      insides[mine] = m | (moved & out);
      outsides[mine] = c & ~(moved & out);
      workgroupBarrier();
      let back = moved & in_ & besideOutside(mine, slice);
      workgroupBarrier();
      insides[mine] &= ~back;
      outsides[mine] |= back;
    }
    workgroupBarrier();
    let tile = active_[1u + min(first + lane / lanesEach, count - 1u)];
    if (own < tiling.words && first + lane / lanesEach < count) {
      let perWord = 32u / side;
      var word = 0u;
      for (var j = 0u; j < perWord; j++) {
        let r = own * perWord + j;
        let at = base + halo * slice + r / side * reach + halo + r % side;
        word |= ((insides[at] >> halo) & ((1u << side) - 1u)) << (j * side);
      }
      next[tile * tiling.words + own] = word;
    }
  }
}
