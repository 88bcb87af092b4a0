#import ranking
#import acceptance
#import apply_move
#import removal
#import start_sums
#import stage_add
// The closing kernels in one, for contours of at most 1,024 nodes. Twin: src/snake/close_step.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> totals: array<u32>;
@group(0) @binding(7) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read> choice: array<u32>;
@group(0) @binding(9) var<storage, read_write> order: array<u32>;

const crew = 256u;
const nodeWords = 32u;

// The phase that is closed, or none; its chosen candidates; the ring's nodes; the last rank that is taken.
var<workgroup> closing: u32;
var<workgroup> candidates: u32;
var<workgroup> ringNodes: u32;
var<workgroup> last: u32;
// What is to be scored anew of the ring: 1 its energy, 2 its length.
var<workgroup> stale: u32;

// Takes what ranked acceptance takes of `count` candidates.
fn take(lane: u32, count: u32, prunes: bool, nodes: u32) {
  let best = acceptRanked(lane, count);
  if (lane == 0u) {
    last = best;
    if (prunes) {
      last = lastOf(best);
    }
  }
  let end = workgroupUniformLoad(&last);
  adopt(lane, end);
  for (var rank = lane; rank <= end; rank += crew) {
    if (isKept(rank) && prunes) {
      remove(candidateOf(rank));
    } else if (isKept(rank)) {
      applyMove(candidateOf(rank));
    }
  }
  workgroupBarrier();
  if (prunes) {
    compact(lane, nodes);
  }
  if (lane == 0u) {
    let taken = keptBelow(end) + 1u;
    state[view.base + S_changed] += taken;
    if (prunes) {
      state[view.base + S_nodes] = nodes - taken;
      state[view.base + S_removals] += taken;
      stale = 1u;
    } else {
      state[view.base + S_moved] += taken;
      state[view.base + S_moves] += taken;
    }
  }
}

// Lane 0 alone: the next stage, pass or phase.
fn goFrom(phase: u32, count: u32) {
  if (phase == Phase_move) {
    endStage();
    if (state[view.base + S_phase] != Phase_move || state[view.base + S_status] != Status_running) {
      stale = 2u;
    }
  } else if (phase == Phase_start) {
    stale = 3u;
    beginPass();
  } else if (count == 0u) {
    endPruning();
  }
  state[view.base + S_evaluated] = Phase_none;
  if (stale != 0u) {
    judgesRing = true;
    let energy = partitionEnergy();
    if ((stale & 1u) != 0u) {
      put128(S_energy, energy);
    }
    if ((stale & 2u) != 0u) {
      put128(S_length, descriptionLength(energy));
    }
  }
  countStep();
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    let decided = view.running && state[view.base + S_evaluated] == view.phase;
    closing = select(Phase_none, view.phase, decided);
    ringNodes = view.nodes;
    if (view.running && view.phase != Phase_start) {
      state[view.base + S_improving] = 0u;
    }
  }
  let phase = workgroupUniformLoad(&closing);
  let nodes = workgroupUniformLoad(&ringNodes);
  if (phase == Phase_move || phase == Phase_prune) {
    listChosen(lane, decisionsOf(view.phase, view.stage, view.nodes));
    workgroupBarrier();
    if (lane == 0u) {
      candidates = atomicLoad(&chosen);
      state[view.base + S_improving] = candidates;
    }
  }
  let count = workgroupUniformLoad(&candidates);
  rankListed(lane, count);
  workgroupBarrier();
  if (count > 0u) {
    take(lane, count, phase == Phase_prune, nodes);
  }
  if (phase == Phase_start) {
    startSums(lane);
  }
  if (lane == 0u && phase != Phase_none) {
    goFrom(phase, count);
  }
  wake(lane);
  storageBarrier();
  addStage(group.z, lane);
}
