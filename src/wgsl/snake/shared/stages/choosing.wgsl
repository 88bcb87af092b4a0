#import snake/shared/ring/legality
#import snake/shared/score/wide
#import snake/shared/score/worst
// requires: choice, parties, partyLanes, putState, scoreOf, stateAt, vertexAt, waiting
// Each vertex's best legal candidate, as src/snake/kernels/legal_moves.ts, by one workgroup. A party of `partyLanes` lanes chooses for a vertex of its
// own, and shares out the ring's edges.

// Of each party: the candidate tried now + 1, or 0; whether it is illegal.
var<workgroup> trials: array<u32, parties>;
var<workgroup> illegal: array<atomic<u32>, parties>;
// Whether a party has a candidate to try.
var<workgroup> anyTries: atomic<u32>;
var<workgroup> tries: u32;

fn presentScore() -> vec4u {
  let at = select(S_energy, S_length, view.phase == Phase_prune);
  return vec4u(stateAt(at), stateAt(at + 1u), stateAt(at + 2u), stateAt(at + 3u));
}

// The improving candidate of least score that is not in `out`, + 1; ties go to the first.
fn nextMove(slot: u32, out: u32, present: vec4u) -> u32 {
  var least = present;
  var next = 0u;
  for (var w = 0u; w < DIRECTIONS; w++) {
    let score = scoreOf(DIRECTIONS * slot + w);
    let better = ((out & (1u << w)) == 0u) & lessSigned128(score, least);
    least = select(least, score, better);
    next = select(next, DIRECTIONS * slot + w + 1u, better);
  }
  return next;
}

// Of two vertices with equal scores the even one precedes.
fn precedes(i: u32, j: u32) -> bool {
  return select(i < j, (i & 1u) == 0u, ((i ^ j) & 1u) == 1u);
}

// Whether the other removal, of a neighbour, is better.
fn yieldsTo(i: u32, mine: vec4u, other: u32) -> bool {
  let its = scoreOf(other);
  return any(its != worst) & (lessSigned128(its, mine) | (all(its == mine) & !precedes(i, other)));
}

fn removal(i: u32, present: vec4u) -> u32 {
  let mine = scoreOf(i);
  let improves = lessSigned128(mine, present);
  let yields = yieldsTo(i, mine, vertexBefore(i, view.vertices)) | yieldsTo(i, mine, vertexAfter(i, view.vertices));
  return select(0u, i + 1u, improves & !yields);
}

// For all lanes of the workgroup, with the same slot in a party.
fn choose(lane: u32, slot: u32, decides: bool) {
  let party = lane / partyLanes;
  let member = lane % partyLanes;
  // A party's first lane alone: the candidate found + 1, those of the slot that are out, a bit each, and the score to beat.
  var found = 0u;
  var out = 0u;
  let present = presentScore();
  let through = view.phase != Phase_prune;
  for (var turns = 0u; turns <= DIRECTIONS; turns++) {
    if (member == 0u) {
      let before = select(0u, trials[party], turns > 0u);
      let isLegal = (before > 0u) & (atomicLoad(&illegal[party]) == 0u);
      found = select(found, before, isLegal);
      out |= select(0u, 1u << ((before - 1u) % DIRECTIONS), before > 0u);
      var next = 0u;
      if (decides & (found == 0u) & (view.phase == Phase_move)) {
        next = nextMove(slot, out, present);
      } else if (decides & (turns == 0u) & (view.phase == Phase_prune)) {
        next = removal(slot, present);
      }
      trials[party] = next;
      atomicStore(&illegal[party], 0u);
      atomicOr(&anyTries, next);
    }
    workgroupBarrier();
    if (lane == 0u) {
      tries = atomicExchange(&anyTries, 0u);
    }
    if (workgroupUniformLoad(&tries) == 0u) {
      break;
    }
    let tried = trials[party];
    let candidate = max(tried, 1u) - 1u;
    let i = vertexOf(candidate);
    let start = vertexBefore(i, view.vertices);
    let end = vertexAfter(i, view.vertices);
    let there = vec2i(moved(vertexAt(i), candidate));
    var legal = true;
    if ((tried > 0u) & (member < endParts)) {
      legal = endIsLegal(start, end, through, there, member);
    }
    let others = select(0u, otherEdges(start, end), tried > 0u);
    for (var i = member; i < 2u * others; i += partyLanes) {
      // From both ends by turns: the first lanes have all edges that are near and need a closer look.
      let e = select(i >> 2u, others - 1u - (i >> 2u), (i & 2u) == 2u);
      legal &= edgeIsLegal(start, end, through, there, e, (i & 1u) == 1u);
    }
    if (!legal) {
      atomicStore(&illegal[party], 1u);
    }
    workgroupBarrier();
  }
  if ((member == 0u) & decides) {
    let at = view.firstVertex;
    if (slot == 0u) {
      putState(S_evaluated, view.phase);
    }
    if (view.phase != Phase_start) {
      choice[at + slot] = found;
    }
    if ((view.phase == Phase_move) & (found == 0u)) {
      waiting[at + vertexOf(DIRECTIONS * slot)] = 1u;
    }
  }
}
