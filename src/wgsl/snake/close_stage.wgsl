#import snake/shared/state/held_state
#import snake/shared/ring/stored_ring
#import snake/shared/stages/taking
#import snake/shared/stages/least_rank
#import snake/shared/score/worst
// Closes a stage with the candidates that ranked acceptance takes, once the kept ones are scored. CPU kernel: src/snake/kernels/close_stage.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read> totals: array<u32>;
@group(0) @binding(7) var<storage, read> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read> order: array<u32>;

const crew = 64u;
const team = 1u;
const teams = crew;
// Bits for 32,768 vertices.
const vertexWords = 1024u;
const keptWords = vertexWords / 2u;

var<workgroup> shares: array<vec4u, crew>;

fn rankedAt(rank: u32) -> u32 {
  return order[view.firstVertex + rank];
}

// The kept rank with the least score, the first of equals; `count` ranks, at least one.
fn bestKept(lane: u32, count: u32) -> u32 {
  var least = worst;
  var best = count;
  for (var rank = lane; rank < count; rank += crew) {
    let keeps = rankedAt(rank) < CONFLICT_BIT;
    keepRank(rank, keeps);
    let its = scores[indexOf(rank)];
    let better = keeps & ((best == count) | lessSigned128(its, least));
    least = select(least, its, better);
    best = select(best, rank, better);
  }
  return bestOfTeams(lane, count, least, best);
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  findContour(group.z);
  holdState(lane);
  readView();
  if (lane == 0u) {
    noteClosing();
    candidates = select(stateAt(S_improving), 0u, view.phase == Phase_start);
  }
  let phase = workgroupUniformLoad(&closing);
  if (phase == Phase_none) {
    return;
  }
  let vertices = workgroupUniformLoad(&ringVertices);
  let count = workgroupUniformLoad(&candidates);
  if (count > 0u) {
    take(lane, bestKept(lane, count), phase == Phase_prune, vertices);
  }
  leave(lane, phase, count);
  wake(lane, vertices);
  if (lane == 0u) {
    putState(S_closed, Closed_stage + Closed_energy * stale);
  }
  giveStateBack(lane);
}
