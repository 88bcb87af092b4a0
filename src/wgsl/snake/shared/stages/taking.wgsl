#import snake/shared/stages/apply_move
#import snake/shared/stages/removal
#import snake/shared/score/put_score
// requires: crew, putState, scores, state, stateAt, totals
// The end of a stage by one workgroup, as src/snake/kernels/close_stage.ts: the candidates that ranked acceptance takes, the next stage, pass
// or phase.

// The phase that is closed, or none; its chosen candidates; the ring's vertices; the last rank that is taken.
var<workgroup> closing: u32;
var<workgroup> candidates: u32;
var<workgroup> ringVertices: u32;
var<workgroup> last: u32;
// What is to be scored anew of the ring: 1 its energy, 2 its length.
var<workgroup> stale: u32;

// Makes the totals of the rank's candidate the ring's, and its score the energy or the length.
fn adopt(lane: u32, rank: u32) {
  let from_ = indexOf(rank) * totalsWords();
  for (var word = lane; word < totalsWords(); word += crew) {
    state[view.base + S_totals + word] = totals[from_ + word];
  }
  if (lane == 0u) {
    put128(select(S_energy, S_length, view.phase == Phase_prune), scores[indexOf(rank)]);
  }
  storageBarrier();
  workgroupBarrier();
}

// Takes the kept candidates up to the rank `best`.
fn take(lane: u32, best: u32, prunes: bool, vertices: u32) {
  if (lane == 0u) {
    last = lastOf(best, prunes);
  }
  let end = workgroupUniformLoad(&last);
  adopt(lane, end);
  for (var rank = lane; rank <= end; rank += crew) {
    if (isKept(rank)) {
      if (prunes) {
        remove(candidateOf(rank));
      } else {
        applyMove(candidateOf(rank));
      }
    }
  }
  workgroupBarrier();
  if (prunes) {
    compact(lane, vertices);
  }
  if (lane == 0u) {
    let taken = keptBelow(end) + 1u;
    if (prunes) {
      countRemovals(vertices, taken);
    } else {
      countMoves(taken);
    }
  }
}

// Lane 0 alone: the next stage, pass or phase.
fn goFrom(phase: u32, count: u32) {
  var begins = phase == Phase_start;
  if (phase == Phase_move) {
    begins = endStage();
  } else if ((phase == Phase_prune) & (count == 0u)) {
    begins = endPruning();
  }
  if (begins) {
    beginPass();
  }
  let ended = select(0u, 2u, (phase == Phase_move) & leftMoves());
  let removed = select(ended, 1u, (phase == Phase_prune) & (count > 0u));
  stale = select(removed, 3u, phase == Phase_start);
  putState(S_evaluated, Phase_none);
  countStep();
}

// What follows the candidates that are taken: the next stage, pass or phase.
fn leave(lane: u32, phase: u32, count: u32) {
  if (phase == Phase_move) {
    noteAwake(lane);
  }
  if ((lane == 0u) & (phase != Phase_add)) {
    goFrom(phase, count);
  }
}

// Lane 0 alone.
fn noteClosing() {
  let decided = view.running & (stateAt(S_evaluated) == view.phase);
  closing = select(Phase_none, view.phase, decided);
  ringVertices = view.vertices;
}
