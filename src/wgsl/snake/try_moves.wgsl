#import snake/shared/stages/slot_by_teams
#import snake/shared/sums/segment_rows
// The sums of vertices' segments, and the totals, scores and choice of their candidates, one after another by one workgroup: for
// short edges in one chunk. CPU kernel: src/snake/kernels/try_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> samples: array<u32>;
@group(0) @binding(5) var<storage, read> prefixes: array<u32>;
@group(0) @binding(6) var<storage, read> edges: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> segment_sums: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> totals: array<u32>;
@group(0) @binding(9) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(10) var<storage, read_write> choice: array<u32>;

const team = 32u;
const heldSides = 2u;

// Where the segment's moments are held.
var<private> out: u32;

fn putMoment(i: u32, value: vec2u) {
  held[out + i] = value;
}

fn sumSegments(lane: u32, phase: u32, candidate: u32, trial: Trial, valid: bool) {
  // Lanes of a segment: half a team, a team, or, of the one that there is where a ring starts, all.
  let starts = phase == Phase_start;
  let width = select(select(team, team / 2u, phase == Phase_move), crew, starts);
  let member = lane % width;
  let side = select(lane % team / width, 0u, starts);
  let wanted = select(valid, trial.exists, starts);
  let segment = segmentFrom(select(vec4u(0u), segmentOf(trial, side), wanted));
  out = heldAt(side, 0u);
  for (var pass_ = 0u; pass_ < passesOf(); pass_++) {
    sumRows(lane, segment, member, width, pass_);
    gatherRows(lane, width);
    if (member == 0u && wanted) {
      putPass(lane, pass_, segment.down);
    }
  }
  workgroupBarrier();
  for (var m = lane % team; m < geometry.moments && valid; m += team) {
    var second = vec2u(0u);
    if (sidesOf() == 2u) {
      second = held[heldAt(1u, m)];
    }
    keepMoment(candidate, m, held[heldAt(0u, m)], second);
  }
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  trySlots(lane, group.x);
}
