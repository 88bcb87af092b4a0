#import snake/shared/sums/own_domain
#import snake/shared/state/stored_state
#import snake/shared/state/state_changes
#import snake/shared/stages/slot_rows
#import snake/shared/stages/closing_step
#import snake/shared/stages/forgetting
// Many small contours, each of a domain of its own: a workgroup takes one after another and does all its steps. CPU kernel:
// src/snake/kernels/evolve_contours.ts. `mostVertices` is a multiple of 64 and at most 512. What one step does is the text of try_moves and close_step.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> domains: array<Domain>;
@group(0) @binding(2) var<storage, read_write> contours: array<u32>;
@group(0) @binding(3) var<storage, read> samples: array<u32>;
@group(0) @binding(4) var<storage, read> prefixes: array<u32>;
@group(0) @binding(5) var<storage, read_write> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> totals: array<u32>;
@group(0) @binding(7) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> queue: array<atomic<u32>, Q_words>;

const team = 8u;
// Vertices that are tried at once: 1, 2 or 4.
override parties: u32 = 1u;
const heldSides = 2u;
// Steps of one contour in a dispatch.
override mostSteps: u32 = 1024u;
override stateLength: u32 = 512u;
override teams: u32 = DIRECTIONS * parties;
override crew: u32 = teams * team;
override mostPairs: u32 = 2u * crew;
override heldWords: u32 = teams * heldSides * mostMoments;
override mostListed: u32 = mostVertices / 2u;
override vertexWords: u32 = mostVertices / 32u;
override keptWords: u32 = vertexWords / 2u;
override ringWords: u32 = 2u * mostVertices;
override edgeWords: u32 = mostVertices * mostMoments;
override mostShares: u32 = max(3u * crew, mostListed);
const none = 0xffffffffu;

var<workgroup> shares: array<vec4u, mostShares>;
var<workgroup> state: array<u32, stateLength>;
var<workgroup> ring: array<u32, ringWords>;
var<workgroup> waiting: array<u32, mostVertices>;
var<workgroup> choice: array<u32, mostVertices>;
var<workgroup> order: array<u32, mostVertices>;
var<workgroup> edges: array<vec2u, edgeWords>;
var<workgroup> taken: u32;
var<workgroup> goes: u32;

var<private> accepting: bool;

fn targetMoment(i: u32) -> vec2u {
  var moment = triedMoment(i);
  if (accepting) {
    moment = acceptedMoment(i);
  }
  return moment;
}

fn targetExtras() -> vec4u {
  var those = triedExtras();
  if (accepting) {
    those = acceptedExtras();
  }
  return those;
}

// Copies the contour's state, vertices and waiting from its record to the workgroup's memory.
fn takeUp(lane: u32) {
  let at = record + C_state;
  for (var i = lane; i < stateWords(); i += crew) {
    state[i] = contours[at + i];
  }
  for (var i = lane; i < 2u * geometry.capacity; i += crew) {
    ring[i] = contours[at + stateWords() + i];
  }
  for (var i = lane; i < geometry.capacity; i += crew) {
    waiting[i] = contours[at + stateWords() + 2u * geometry.capacity + i];
  }
  workgroupBarrier();
}

// Copies them back to the record.
fn putBack(lane: u32) {
  workgroupBarrier();
  let at = record + C_state;
  for (var i = lane; i < stateWords(); i += crew) {
    contours[at + i] = state[i];
  }
  for (var i = lane; i < 2u * geometry.capacity; i += crew) {
    contours[at + stateWords() + i] = ring[i];
  }
  for (var i = lane; i < geometry.capacity; i += crew) {
    contours[at + stateWords() + 2u * geometry.capacity + i] = waiting[i];
  }
}

// Evolves until the contour is done, has no room for new vertices, or has had its maximum of steps.
fn evolve(lane: u32) {
  for (var step = 0u; step < mostSteps; step++) {
    readView();
    if (lane == 0u) {
      goes = u32(view.running & (view.phase != Phase_add));
    }
    if (workgroupUniformLoad(&goes) == 0u) {
      break;
    }
    accepting = false;
    trySlots(lane, 0u);
    storageBarrier();
    workgroupBarrier();
    accepting = true;
    closeStep(lane);
    storageBarrier();
    forget(lane);
  }
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  // All but the candidates' words are the workgroup's own, and begin at 0.
  view.firstCandidate = candidateCapacity() * group.x;
  loop {
    if (lane == 0u) {
      let next = atomicAdd(&queue[Q_next], 1u);
      taken = select(none, next, next < atomicLoad(&queue[Q_end]));
    }
    let contour = workgroupUniformLoad(&taken);
    if (contour == none) {
      break;
    }
    lookAtRecord(contour, geometry.capacity);
    takeUp(lane);
    evolve(lane);
    putBack(lane);
  }
}
