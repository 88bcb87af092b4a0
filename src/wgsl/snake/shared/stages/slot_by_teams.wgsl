#import snake/shared/sums/candidate_totals
#import snake/shared/stages/choosing
#import snake/shared/state/state_changes
#import snake/shared/ring/held_ring
#import snake/shared/score/team_score
// requires: geometry, heldSides, heldWords, parties, scores, segment_sums, sumSegments, team, teams, totals
// Totals, score and choice of vertices' candidates, as src/snake/kernels/choose_moves.ts. A workgroup has `parties` of `directions` teams each, a power
// of 2: a party does one vertex after another, and each of its teams one candidate. `team` is the lanes of one, `heldSides` the segments that have room
// in `held`; sumSegments() adds the segments up, and has the phase for the loops of all lanes.

const partyLanes = DIRECTIONS * team;
override mostVertices: u32 = 1024u;
// Workgroups that share out the slots.
override slotGroups: u32 = 256u;
override mostMoments: u32 = 68u;

// Moments of each team's candidate; before, of each of its segments.
var<workgroup> held: array<vec2u, heldWords>;
var<workgroup> heldScores: array<vec4u, teams>;
// Slots of the phase, none where the contour is done.
var<workgroup> slots: u32;
var<workgroup> phaseOfAll: u32;

var<private> slotNow: u32;
var<private> extras: vec4u;

fn heldAt(side: u32, moment: u32) -> u32 {
  return (teamOf * heldSides + side) * mostMoments + moment;
}

fn triedMoment(i: u32) -> vec2u {
  return held[heldAt(0u, i)];
}

fn triedExtras() -> vec4u {
  return extras;
}

// The team's candidate in the slot: a direction; or, since a removal has to be better than its neighbours', the vertex
// before, the vertex and the one after; or an edge. Teams without one get what no slot has.
fn candidateOfTeam(slot: u32) -> u32 {
  let place = teamOf % DIRECTIONS;
  let near = select(select(slot, vertexAfter(slot, view.vertices), place == 2u), vertexBefore(slot, view.vertices), place == 0u);
  let removed = (view.phase == Phase_prune) & (place < 3u);
  let other = select(select(0xffffffffu, slot, place == 0u), near, removed);
  return select(other, DIRECTIONS * slot + place, view.phase == Phase_move);
}

// Does the team's work count, or is it another slot's?
fn isOwn() -> bool {
  return (view.phase != Phase_prune) | (teamOf % DIRECTIONS == 1u);
}

fn scoreOf(candidate: u32) -> vec4u {
  let t = select(1u, 2u, candidate == vertexAfter(slotNow, view.vertices));
  let removed = select(t, 0u, candidate == vertexBefore(slotNow, view.vertices));
  let first = teamOf - teamOf % DIRECTIONS;
  return heldScores[first + select(removed, candidate % DIRECTIONS, view.phase == Phase_move)];
}

// Takes one moment of the candidate's segments, 0 of a second that is not there.
fn keepMoment(candidate: u32, m: u32, first: vec2u, second: vec2u) {
  let index = view.firstCandidate + candidate;
  if (isOwn()) {
    let at = 2u * index * geometry.moments + m;
    segment_sums[at] = first;
    if (sidesOf() == 2u) {
      segment_sums[at + geometry.moments] = second;
    }
  }
  if (view.phase != Phase_start) {
    let sum = add64(add64(first, second), momentWithout(vertexOf(candidate), m));
    held[heldAt(0u, m)] = sum;
    if (isOwn()) {
      let at = index * totalsWords() + 2u * m;
      totals[at] = sum.x;
      totals[at + 1u] = sum.y;
    }
  }
}

// For all lanes of the workgroup, with the same phase, and the same slot and `asked` in a party. Parties that are not asked have no candidate.
fn trySlot(lane: u32, slot: u32, phase: u32, asked: bool) {
  slotNow = slot;
  let member = lane % team;
  let candidate = candidateOfTeam(slot);
  let index = view.firstCandidate + candidate;
  let extra = index * totalsWords() + 2u * geometry.moments;
  let exists = asked & (candidate < candidateCount());
  // Where a ring starts, all teams know the one edge.
  let trial = trialOf(select(select(0u, candidate, exists), slot, asked & (phase == Phase_start)));
  let valid = exists & trial.exists;
  sumSegments(lane, phase, candidate, trial, valid, asked);
  extras = extrasOf(trial);
  if ((member == 0u) & exists & isOwn()) {
    if (valid & (phase != Phase_start)) {
      totals[extra + Extra_vertices] = extras.x;
      totals[extra + Extra_dx] = extras.y;
      totals[extra + Extra_dy] = extras.z;
      totals[extra + Extra_length] = extras.w;
    }
    totals[extra + Extra_valid] = u32(valid);
  }
  workgroupBarrier();
  if (phase != Phase_start) {
    let score = scoreOfTeam(lane, phase == Phase_prune, valid);
    if ((member == 0u) & exists) {
      heldScores[teamOf] = select(worst, score, valid);
      if (isOwn()) {
        scores[index] = heldScores[teamOf];
      }
    }
  }
  workgroupBarrier();
  choose(lane, slot, asked & (slot < decisionsOf(view.phase, view.stage, view.vertices)));
}

// Every `slotGroups`th slot from `first`.
fn trySlots(lane: u32, first: u32) {
  teamOf = lane / team;
  if (lane == 0u) {
    let decisions = decisionsOf(view.phase, view.stage, view.vertices);
    slots = select(0u, select(decisions, view.vertices + 1u, view.phase == Phase_start), view.running);
    phaseOfAll = view.phase;
  }
  let end = workgroupUniformLoad(&slots);
  let phase = workgroupUniformLoad(&phaseOfAll);
  if (first < end) {
    holdRing(lane);
  }
  for (var each = first; each < end; each += slotGroups * parties) {
    workgroupBarrier();
    let slot = each + slotGroups * (lane / partyLanes);
    trySlot(lane, min(slot, end - 1u), phase, slot < end);
  }
}
