#import ring
// What a step tries, as src/snake/candidates.ts. The kernel also declares `waiting`.

fn candidateCount() -> u32 {
  return select(0u, candidatesOf(view.phase, view.stage, view.nodes), view.running);
}

// Is there something to try?
fn isCandidate(candidate: u32) -> bool {
  if (view.phase == Phase_start) {
    return true;
  }
  let i = nodeOf(candidate);
  let here = nodeAt(i);
  if (!inBox(here)) {
    return false;
  }
  if (view.phase != Phase_move) {
    return view.nodes > 3u;
  }
  return waiting[geometry.capacity * view.contour + i] == 0u && any(moved(here, candidate) != here);
}

// Number of segments whose sums the candidate needs.
fn sidesOf() -> u32 {
  return select(1u, 2u, view.phase == Phase_move);
}

// Segment `side` of a candidate, from xy to zw.
fn segmentOf(candidate: u32, side: u32) -> vec4u {
  let i = nodeOf(candidate);
  if (view.phase == Phase_start && i == view.nodes) {
    // The domain's right side: its sums are those of the whole domain.
    return vec4u(geometry.width, 0u, geometry.width, geometry.height);
  }
  let after = nodeAt(nodeAfter(i, view.nodes));
  if (view.phase == Phase_start) {
    return vec4u(nodeAt(i), after);
  }
  let before = nodeAt(nodeBefore(i, view.nodes));
  if (view.phase == Phase_prune) {
    return vec4u(before, after);
  }
  let there = moved(nodeAt(i), candidate);
  return select(vec4u(there, after), vec4u(before, there), side == 0u);
}
