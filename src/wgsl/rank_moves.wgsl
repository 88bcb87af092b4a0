#import clash
#import wide
// Ranks the chosen candidates and marks those that clash with a better one. Twin: src/snake/rank_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> totals: array<u32>;
@group(0) @binding(4) var<storage, read> scores: array<vec4u>;
@group(0) @binding(5) var<storage, read> choice: array<u32>;
@group(0) @binding(6) var<storage, read_write> order: array<u32>;

var<workgroup> chosen: atomic<u32>;

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let ranks = view.running && view.phase != Phase_start;
  let slots = select(0u, decisionsOf(view.phase, view.stage, view.nodes), ranks);
  let at = view.contour * geometry.capacity;
  let first = view.contour * candidateCapacity();
  for (var slot = lane; slot < slots && group.x == 0u; slot += lanes) {
    if (choice[at + slot] != 0u) {
      atomicAdd(&chosen, 1u);
    }
  }
  workgroupBarrier();
  if (lane == 0u && group.x == 0u && ranks) {
    state[view.base + S_improving] = atomicLoad(&chosen);
  }
  let own = group.x * lanes + lane;
  if (own >= slots || choice[at + own] == 0u) {
    return;
  }
  let candidate = choice[at + own] - 1u;
  let score = scores[first + candidate];
  var rank = 0u;
  var conflict = false;
  for (var slot = 0u; slot < slots; slot++) {
    if (slot == own || choice[at + slot] == 0u) {
      continue;
    }
    let other = choice[at + slot] - 1u;
    let its = scores[first + other];
    if (lessSigned128(its, score) || (all(its == score) && other < candidate)) {
      rank++;
      conflict = conflict || clashes(candidate, other);
    }
  }
  order[at + rank] = select(candidate, candidate | conflictBit, conflict);
}
