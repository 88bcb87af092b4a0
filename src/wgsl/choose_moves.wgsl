#import candidate_totals
#import choosing
#import state_changes
#import held_ring
#import team_score
// Totals, score and choice of one node's candidates by one workgroup. Twin: src/snake/choose_moves.ts.

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

// A team a candidate.
const team = 8u;
const teams = lanes / team;
const crew = lanes;
override mostNodes: u32 = 1024u;
const mostMoments = 68u;

var<workgroup> shares: array<vec4u, lanes>;
// Moments of each team's candidate.
var<workgroup> held: array<vec2u, teams * mostMoments>;
var<workgroup> heldScores: array<vec4u, teams>;
// The phase in which the slot has something to try, or none.
var<workgroup> tries: u32;

var<private> slotNow: u32;
var<private> extras: vec3u;

fn targetMoment(i: u32) -> vec2u {
  return held[teamOf * mostMoments + i];
}

fn targetExtra(i: u32) -> u32 {
  return extras[i];
}

// The team's candidate in the slot: a direction; or, since a removal has to be better than its neighbours', the node
// before, the node and the one after; or an edge. Teams without one get what no slot has.
fn candidateOfTeam(slot: u32) -> u32 {
  if (view.phase == Phase_move) {
    return directions * slot + teamOf;
  }
  if (view.phase == Phase_prune && teamOf < 3u) {
    return select(select(slot, nodeAfter(slot, view.nodes), teamOf == 2u), nodeBefore(slot, view.nodes), teamOf == 0u);
  }
  return select(0xffffffffu, slot, teamOf == 0u);
}

// Does the team's work count, or is it another slot's?
fn isOwn() -> bool {
  return view.phase != Phase_prune || teamOf == 1u;
}

fn scoreOf(candidate: u32) -> vec4u {
  if (view.phase == Phase_move) {
    return heldScores[candidate % directions];
  }
  let t = select(1u, 2u, candidate == nodeAfter(slotNow, view.nodes));
  return heldScores[select(t, 0u, candidate == nodeBefore(slotNow, view.nodes))];
}

// What a member adds up of its half's segment: moments `m` and the next, of every (team / 2)th block.
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

// Of the moments last added up by the team, the first or the second, over one segment.
fn segmentMoment(side: u32, which: u32) -> vec2u {
  var sum = vec2u(0u);
  for (var i = 0u; i < team / 2u; i++) {
    let share = shares[teamOf * team + side * (team / 2u) + i];
    sum = add64(sum, select(share.xy, share.zw, which == 1u));
  }
  return sum;
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  slotNow = group.x;
  teamOf = lane / team;
  let member = lane % team;
  if (lane == 0u) {
    let slots = select(decisionsOf(view.phase, view.stage, view.nodes), view.nodes + 1u, view.phase == Phase_start);
    tries = select(Phase_none, view.phase, view.running && slotNow < slots);
  }
  let phase = workgroupUniformLoad(&tries);
  if (phase == Phase_none) {
    return;
  }
  holdRing(lane);
  workgroupBarrier();
  let candidate = candidateOfTeam(slotNow);
  let index = view.contour * candidateCapacity() + candidate;
  let at = index * totalsWords();
  let extra = at + 2u * geometry.moments;
  let exists = candidate < candidateCount();
  let trial = trialOf(select(0u, candidate, exists));
  let valid = exists && trial.exists;
  let blocks = blocksOf(segmentCount());
  // Two moments at a time: half of the team's lanes share out the blocks of either segment.
  for (var m = 0u; m < geometry.moments; m += 2u) {
    if (valid) {
      shares[lane] = someBlocks(candidate, blocks, member, m);
    }
    workgroupBarrier();
    let own = m + member;
    if (valid && member < 2u && own < geometry.moments) {
      var sum = vec2u(0u);
      for (var side = 0u; side < sidesOf(); side++) {
        let moment = segmentMoment(side, member);
        if (isOwn()) {
          segment_sums[(2u * index + side) * geometry.moments + own] = moment;
        }
        sum = add64(sum, moment);
      }
      if (phase != Phase_start) {
        sum = add64(sum, momentWithout(nodeOf(candidate), own));
        held[teamOf * mostMoments + own] = sum;
        if (isOwn()) {
          totals[at + 2u * own] = sum.x;
          totals[at + 2u * own + 1u] = sum.y;
        }
      }
    }
    workgroupBarrier();
  }
  if (valid && phase != Phase_start) {
    extras = extrasOf(trial);
    if (member == 0u && isOwn()) {
      totals[extra + Extra_nodes] = extras.x;
      totals[extra + Extra_dx] = extras.y;
      totals[extra + Extra_dy] = extras.z;
    }
  }
  if (member == 0u && exists && isOwn()) {
    totals[extra + Extra_valid] = u32(valid);
  }
  workgroupBarrier();
  if (phase != Phase_start) {
    let score = scoreOfTeam(lane, phase == Phase_prune, valid);
    if (member == 0u && exists) {
      heldScores[teamOf] = select(worst, score, valid);
      if (isOwn()) {
        scores[index] = heldScores[teamOf];
      }
    }
  }
  workgroupBarrier();
  choose(lane, slotNow, slotNow < decisionsOf(view.phase, view.stage, view.nodes));
}
