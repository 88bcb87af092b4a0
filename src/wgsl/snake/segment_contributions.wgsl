#import snake/shared/sums/one_domain
#import snake/shared/sums/segment_rows
#import snake/shared/state/stored_state
#import snake/shared/ring/stored_ring
// Sums of segments over the rows of one block each of a chunk. CPU kernel: src/snake/kernels/segment_contributions.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> samples: array<u32>;
@group(0) @binding(5) var<storage, read> prefixes: array<u32>;
@group(0) @binding(6) var<storage, read_write> block_sums: array<u32>;

// Lanes of a block: few, because most segments are short. A workgroup has several blocks, as thousands cost time.
const members = 32u;
const crew = BLOCKS_IN_GROUP * members;

var<workgroup> shares: array<vec4u, crew>;

// Where the block's sums go.
var<private> out: u32;

fn putMoment(i: u32, value: vec2u) {
  let at = out + 2u * i;
  var sum = value;
  if (geometry.adds == 1u) {
    sum = add64(sum, vec2u(block_sums[at], block_sums[at + 1u]));
  }
  block_sums[at] = sum.x;
  block_sums[at + 1u] = sum.y;
}

@compute @workgroup_size(members, BLOCKS_IN_GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let member = lane % members;
  let place = BLOCKS_IN_GROUP * (GROUPS_IN_ROW * group.y + group.x) + lane / members;
  let blocks = blocksOf(segmentCount());
  // Powers of 2.
  let number = place >> countTrailingZeros(blocks);
  let block = place & (blocks - 1u);
  let candidate = number >> (sidesOf() - 1u);
  let side = number & (sidesOf() - 1u);
  let trial = trialOf(min(candidate, max(1u, candidateCount()) - 1u));
  let wanted = (number < segmentCount()) & trial.exists;
  let segment = segmentFrom(select(vec4u(0u), segmentOf(trial, side), wanted));
  out = 2u * geometry.moments * (group.z * blockCapacity() + place);
  for (var pass_ = 0u; pass_ < passesOf(); pass_++) {
    sumRows(lane, segment, block + blocks * member, blocks * members, pass_);
    gatherRows(lane, members);
    if ((member == 0u) & wanted) {
      putPass(lane, pass_, segment.down);
    }
  }
}
