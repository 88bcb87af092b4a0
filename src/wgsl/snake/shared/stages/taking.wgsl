#import snake/shared/stages/acceptance
#import snake/shared/stages/apply_move
#import snake/shared/stages/removal
#import snake/shared/sums/start_sums
// requires: crew, putState, stateAt
// The end of a stage by one workgroup, as src/snake/kernels/close_stage.ts: the candidates that ranked acceptance takes, the next stage, pass
// or phase. One kernel has it for moves, removals and starts, because a compiler takes longest for the score, which is called once.

// The phase that is closed, or none; its chosen candidates; the ring's vertices; the last rank that is taken.
var<workgroup> closing: u32;
var<workgroup> candidates: u32;
var<workgroup> ringVertices: u32;
var<workgroup> last: u32;
// What is to be scored anew of the ring: 1 its energy, 2 its length.
var<workgroup> stale: u32;

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

// What follows the candidates that are taken: the sums of a ring that starts, and the next stage, pass or phase.
fn leave(lane: u32, phase: u32, count: u32) {
  if (phase == Phase_start) {
    startSums(lane);
  }
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

// `count` ranked candidates of the phase.
fn closeRanked(lane: u32, phase: u32, count: u32, vertices: u32) {
  if (count > 0u) {
    joinRanked(lane, count);
  }
  for (var subject = 0u; subject < subjects; subject++) {
    // One candidate alone is taken as it is.
    let scored = select((workgroupUniformLoad(&stale) & subject) != 0u, count > 1u, subject == Subject_ranked);
    var best = 0u;
    if (scored) {
      best = scoreSubject(lane, subject, count, phase == Phase_prune);
    }
    if (subject == Subject_ranked) {
      if (count > 0u) {
        take(lane, best, phase == Phase_prune, vertices);
      }
      leave(lane, phase, count);
    }
  }
}
