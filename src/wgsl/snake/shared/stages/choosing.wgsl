#import snake/shared/ring/legality
#import snake/shared/score/wide
#import snake/shared/score/worst
// requires: choice, crew, putState, scoreOf, stateAt, vertexAt, waiting
// Each vertex's best legal candidate, as src/snake/kernels/legal_moves.ts, by one workgroup of `crew` lanes, which share out the
// ring's edges.

// The candidate tried now + 1, or 0; the one found; candidates of the slot that are out, a bit each.
var<workgroup> trial: u32;
var<workgroup> found: u32;
var<workgroup> illegal: atomic<u32>;

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

fn choose(lane: u32, slot: u32, decides: bool) {
  // Lane 0 alone: candidates of the slot that are out, and the score to beat.
  var out = 0u;
  let present = presentScore();
  let through = view.phase != Phase_prune;
  for (var turns = 0u; turns <= DIRECTIONS; turns++) {
    if (lane == 0u) {
      let before = trial;
      let isLegal = (turns > 0u) & (atomicLoad(&illegal) == 0u);
      found = select(0u, before, isLegal);
      out |= select(0u, 1u << ((before - 1u) % DIRECTIONS), turns > 0u);
      var next = 0u;
      if (decides & !isLegal & (view.phase == Phase_move)) {
        next = nextMove(slot, out, present);
      } else if (decides & (turns == 0u) & (view.phase == Phase_prune)) {
        next = removal(slot, present);
      }
      trial = next;
      atomicStore(&illegal, 0u);
    }
    let tried = workgroupUniformLoad(&trial);
    if (tried == 0u) {
      break;
    }
    let i = vertexOf(tried - 1u);
    let start = vertexBefore(i, view.vertices);
    let end = vertexAfter(i, view.vertices);
    let there = vec2i(moved(vertexAt(i), tried - 1u));
    var legal = true;
    if (lane < endParts) {
      legal = endIsLegal(start, end, through, there, lane);
    }
    let others = otherEdges(start, end);
    for (var i = lane; i < 2u * others; i += crew) {
      // From both ends by turns: the first lanes have all edges that are near and need a closer look.
      let e = select(i >> 2u, others - 1u - (i >> 2u), (i & 2u) == 2u);
      legal &= edgeIsLegal(start, end, through, there, e, (i & 1u) == 1u);
    }
    if (!legal) {
      atomicStore(&illegal, 1u);
    }
    workgroupBarrier();
  }
  if ((lane == 0u) & decides) {
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
