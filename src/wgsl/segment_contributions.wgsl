#import candidates
#import stored_state
#import stored_ring
#import crossing
#import row_sums
// Sums of segments over the rows of one block each of a band. Twin: src/snake/segment_contributions.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> samples: array<u32>;
@group(0) @binding(5) var<storage, read> prefixes: array<u32>;
@group(0) @binding(6) var<storage, read_write> block_sums: array<u32>;

// Lanes of a block: few, because most segments are short. A workgroup has several blocks, as thousands cost time.
const crew = 32u;
const crews = blocksInGroup;

// Of one lane: Σz in xy and Σz² in zw; or the counts of four codes, each < 2³².
var<workgroup> partial: array<vec4u, crews * crew>;
var<workgroup> partialColumns: array<u32, crews * crew>;

// Adds up the shares of each block's lanes; the sums are in those of its first.
fn gather(lane: u32) {
  for (var reach = crew / 2u; reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane % crew < reach) {
      let a = partial[lane];
      let b = partial[lane + reach];
      partial[lane] = select(vec4u(add64(a.xy, b.xy), add64(a.zw, b.zw)), a + b, geometry.codes > 0u);
      partialColumns[lane] += partialColumns[lane + reach];
    }
  }
  workgroupBarrier();
}

fn store(at: u32, value: vec2u, down: bool) {
  var signed = select(negate64(value), value, down);
  if (geometry.adds == 1u) {
    signed = add64(signed, vec2u(block_sums[at], block_sums[at + 1u]));
  }
  block_sums[at] = signed.x;
  block_sums[at + 1u] = signed.y;
}

@compute @workgroup_size(crew, crews)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let member = lane % crew;
  let place = crews * (groupsInRow * group.y + group.x) + lane / crew;
  let blocks = blocksOf(segmentCount());
  // Powers of 2.
  let segment = place >> countTrailingZeros(blocks);
  let block = place & (blocks - 1u);
  let candidate = segment >> (sidesOf() - 1u);
  let side = segment & (sidesOf() - 1u);
  let trial = trialOf(min(candidate, max(1u, candidateCount()) - 1u));
  let wanted = segment < segmentCount() && trial.exists;
  let ends = select(vec4u(0u), segmentOf(trial, side), wanted);
  let down = ends.y < ends.w;
  let upper = select(ends.zw, ends.xy, down);
  let lower = select(ends.xy, ends.zw, down);
  let edge = makeEdge(upper.x, upper.y, lower.x, max(lower.y, upper.y + 1u));
  let to = min(lower.y, geometry.firstRow + geometry.rows);
  let start = max(upper.y, geometry.firstRow) + block;
  let out = 2u * geometry.moments * (group.z * blockCapacity() + place);
  let passes = select(geometry.planes + geometry.masked, (geometry.codes + 3u) / 4u, geometry.codes > 0u);
  // Pixels of the domain left of the segment.
  var inside = vec2u(0u);
  for (var pass_ = 0u; pass_ < passes; pass_++) {
    var sums = vec4u(0u);
    var columns = 0u;
    for (var r = start + blocks * member; r < to; r += blocks * crew) {
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
    gather(lane);
    if (member == 0u && wanted) {
      let all = partial[lane];
      if (geometry.codes > 0u) {
        for (var i = 0u; i < 4u && 4u * pass_ + i < geometry.codes; i++) {
          store(out + 2u * (1u + 4u * pass_ + i), vec2u(all[i], 0u), down);
          inside = add64(inside, vec2u(all[i] * geometry.masked, 0u));
        }
      } else if (pass_ == geometry.planes) {
        inside = all.xy;
      } else {
        store(out + 2u * (1u + 2u * pass_), all.xy, down);
        store(out + 2u * (2u + 2u * pass_), all.zw, down);
      }
      if (pass_ == 0u && geometry.masked == 0u) {
        inside.x = partialColumns[lane];
      }
    }
  }
  if (member == 0u && wanted) {
    store(out, inside, down);
  }
}
