#import candidates
#import crossing
#import u64
// Sums of one segment over the rows of one block. Twin: src/snake/segment_contributions.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> samples: array<u32>;
@group(0) @binding(5) var<storage, read> prefixes: array<u32>;
@group(0) @binding(6) var<storage, read_write> block_sums: array<u32>;

// Of one lane, then of several: Σz in xy and Σz² in zw; or the counts of four codes, each < 2³².
var<workgroup> partial: array<vec4u, lanes>;
var<workgroup> partialColumns: array<u32, lanes>;

fn sampleAt(line: u32, column: u32) -> u32 {
  let shift = select(2u, 1u, geometry.bits == 16u);
  let word = samples[line * geometry.rowWords + (column >> shift)];
  let place = column & ((1u << shift) - 1u);
  return extractBits(word, place * geometry.bits, geometry.bits);
}

// Σz and Σz² over the columns left of `column`: the nearest prefix, and the samples between.
fn moments(line: u32, column: u32) -> vec4u {
  let entry = min((column + ((1u << geometry.strideShift) >> 1u)) >> geometry.strideShift, geometry.entries - 1u);
  let at = (line * geometry.entries + entry) * geometry.entryWords;
  let stored = entry << geometry.strideShift;
  var sum = 0u;
  var low = 0u;
  var high = 0u;
  for (var c = min(column, stored); c < max(column, stored); c++) {
    let z = sampleAt(line, c);
    let square = z * z;
    sum += z;
    low += square & 0xffffu;
    high += square >> 16u;
  }
  let squares = add64(vec2u(high << 16u, high >> 16u), vec2u(low, 0u));
  var q = vec2u(prefixes[at + 1u], 0u);
  if (geometry.entryWords == 3u) {
    q.y = prefixes[at + 2u];
  }
  if (column < stored) {
    return vec4u(sub64(vec2u(prefixes[at], 0u), vec2u(sum, 0u)), sub64(q, squares));
  }
  return vec4u(add64(vec2u(prefixes[at], 0u), vec2u(sum, 0u)), add64(q, squares));
}

// Counts of the codes 4·quad to 4·quad + 3 left of `column`.
fn counts(line: u32, column: u32, quad: u32) -> vec4u {
  let entry = column >> geometry.strideShift;
  let at = (line * geometry.entries + entry) * geometry.entryWords + 2u * quad;
  var result = vec4u(prefixes[at] & 0xffffu, prefixes[at] >> 16u, 0u, 0u);
  if (2u * quad + 1u < geometry.entryWords) {
    result = vec4u(result.xy, prefixes[at + 1u] & 0xffffu, prefixes[at + 1u] >> 16u);
  }
  for (var c = entry << geometry.strideShift; c < column; c++) {
    result += vec4u(vec4u(sampleAt(line, c) - 4u * quad) == vec4u(0u, 1u, 2u, 3u));
  }
  return result;
}

fn store(at: u32, value: vec2u, down: bool) {
  let signed = select(negate64(value), value, down);
  block_sums[at] = signed.x;
  block_sums[at + 1u] = signed.y;
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let candidate = directions * group.x + ((group.y >> 1u) & 7u);
  let side = group.y & 1u;
  let block = group.y >> 4u;
  let wanted = candidate < candidateCount() && side < sidesOf() && isCandidate(candidate);
  var ends = vec4u(0u);
  if (wanted) {
    ends = segmentOf(candidate, side);
  }
  let down = ends.y < ends.w;
  let upper = select(ends.zw, ends.xy, down);
  let lower = select(ends.xy, ends.zw, down);
  let edge = makeEdge(upper.x, upper.y, lower.x, max(lower.y, upper.y + 1u));
  let to = min(lower.y, geometry.firstRow + geometry.rows);
  let start = max(upper.y, geometry.firstRow) + block;
  let segment = (group.z * 2u * candidateCapacity() + 2u * candidate + side) * geometry.blocks;
  let out = 2u * geometry.moments * (segment + geometry.firstBlock + block);
  let passes = select(geometry.planes + geometry.masked, (geometry.codes + 3u) / 4u, geometry.codes > 0u);
  // Pixels inside the domain, where it is masked.
  var inside = vec2u(0u);
  for (var pass_ = 0u; pass_ < passes; pass_++) {
    var sums = vec4u(0u);
    var columns = 0u;
    for (var r = start + geometry.bandBlocks * lane; r < to; r += geometry.bandBlocks * lanes) {
      let column = u32(clamp(crossing(edge, r - upper.y), 0, i32(geometry.width)));
      let row = r - geometry.firstRow;
      columns += column;
      if (geometry.codes > 0u) {
        sums += counts(row, column, pass_);
      } else {
        let m = moments(pass_ * geometry.rows + row, column);
        sums = vec4u(add64(sums.xy, m.xy), add64(sums.zw, m.zw));
      }
    }
    partial[lane] = sums;
    partialColumns[lane] = columns;
    for (var reach = lanes / 2u; reach > 0u; reach /= 2u) {
      workgroupBarrier();
      if (lane < reach) {
        let a = partial[lane];
        let b = partial[lane + reach];
        partial[lane] = select(vec4u(add64(a.xy, b.xy), add64(a.zw, b.zw)), a + b, geometry.codes > 0u);
        partialColumns[lane] += partialColumns[lane + reach];
      }
    }
    workgroupBarrier();
    if (lane == 0u && wanted) {
      let all = partial[0];
      if (geometry.codes > 0u) {
        for (var i = 0u; i < 4u && 4u * pass_ + i < geometry.codes; i++) {
          store(out + 2u * (1u + 4u * pass_ + i), vec2u(all[i], 0u), down);
          inside = add64(inside, vec2u(all[i], 0u));
        }
      } else if (pass_ == geometry.planes) {
        inside = all.xy;
      } else {
        store(out + 2u * (1u + 2u * pass_), all.xy, down);
        store(out + 2u * (2u + 2u * pass_), all.zw, down);
      }
    }
  }
  if (lane == 0u && wanted) {
    store(out, select(vec2u(partialColumns[0], 0u), inside, geometry.masked == 1u), down);
  }
}
