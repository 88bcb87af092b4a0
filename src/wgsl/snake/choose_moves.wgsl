#import snake/shared/score/judges_tried
#import snake/shared/sums/one_domain
#import snake/shared/stages/slot_by_teams
// Totals, score and choice of vertices' candidates, one after another by one workgroup. CPU kernel: src/snake/kernels/choose_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> block_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> segment_sums: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> totals: array<u32>;
@group(0) @binding(8) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(9) var<storage, read_write> choice: array<u32>;

const team = 8u;
const parties = 1u;
const teams = DIRECTIONS;
const crew = teams * team;
const heldSides = 1u;
override heldWords: u32 = teams * heldSides * mostMoments;

var<workgroup> shares: array<vec4u, crew>;

// The part of a segment's sum that one member adds up: moments `m` and the next, of every (team / 2)th block.
fn someBlocks(candidate: u32, blocks: u32, member: u32, m: u32) -> vec4u {
  let side = member / (team / 2u);
  var sum = vec4u(0u);
  if (side < sidesOf()) {
    let first = view.contour * blockCapacity() + (sidesOf() * candidate + side) * blocks;
    for (var block = member % (team / 2u); block < blocks; block += team / 2u) {
      let at = (first + block) * geometry.moments + m;
      let next = select(at, at + 1u, m + 1u < geometry.moments);
      sum = vec4u(add64(sum.xy, block_sums[at]), add64(sum.zw, block_sums[next]));
    }
  }
  return sum;
}

// The first or second of the moments last added up by the team, over one segment.
fn segmentMoment(side: u32, which: u32) -> vec2u {
  var sum = vec2u(0u);
  for (var i = 0u; i < team / 2u; i++) {
    let share = shares[teamOf * team + side * (team / 2u) + i];
    sum = add64(sum, select(share.xy, share.zw, which == 1u));
  }
  return sum;
}

// Two moments at a time: each half of the team's lanes divides the blocks of one segment.
fn sumSegments(lane: u32, _phase: u32, candidate: u32, trial: Trial, valid: bool, _asked: bool) {
  let member = lane % team;
  let blocks = blocksOf(segmentCount());
  for (var m = 0u; m < geometry.moments; m += 2u) {
    if (valid) {
      shares[lane] = someBlocks(candidate, blocks, member, m);
    }
    workgroupBarrier();
    let own = m + member;
    if (valid & (member < 2u) & (own < geometry.moments)) {
      let second = select(vec2u(0u), segmentMoment(1u, member), sidesOf() == 2u);
      keepMoment(candidate, own, segmentMoment(0u, member), second);
    }
    workgroupBarrier();
  }
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  trySlots(lane, group.x);
}
