#import snake/shared/ring/ring
// requires: domainHeight, domainWidth, vertexAt, waiting
// What a step tries, as src/snake/kernels/shared/candidates.ts.

fn candidateCount() -> u32 {
  return select(0u, candidatesOf(view.phase, view.stage, view.vertices), view.running);
}

// A candidate's vertex and its neighbours, and its target position. All are read at once, even if there is nothing to try,
// because a memory access takes longer than the computation.
struct Trial {
  exists: bool,
  isDomain: bool,
  before: vec2u,
  here: vec2u,
  after: vec2u,
  there: vec2u,
}

fn trialOf(candidate: u32) -> Trial {
  let isDomain = (view.phase == Phase_start) & (candidate >= view.vertices);
  let i = min(vertexOf(candidate), view.vertices - 1u);
  let waits = waiting[view.firstVertex + i] != 0u;
  let before = vertexAt(vertexBefore(i, view.vertices));
  let here = vertexAt(i);
  let after = vertexAt(vertexAfter(i, view.vertices));
  let there = moved(here, candidate);
  let leads = select(view.vertices > 3u, !waits & any(there != here), view.phase == Phase_move);
  let exists = (view.phase == Phase_start) | (inBox(here) & !isPinned(here) & leads);
  return Trial(exists, isDomain, before, here, after, there);
}

// Number of segments whose sums the candidate needs.
fn sidesOf() -> u32 {
  return select(1u, 2u, view.phase == Phase_move);
}

fn segmentCount() -> u32 {
  return sidesOf() * candidateCount();
}

// Segment `side` of a candidate, from xy to zw.
fn segmentOf(trial: Trial, side: u32) -> vec4u {
  let from_ = select(select(trial.before, trial.there, side == 1u), trial.here, view.phase == Phase_start);
  let to = select(trial.after, trial.there, (view.phase == Phase_move) & (side == 0u));
  // The domain's right side: its sums are those of the whole domain.
  return select(vec4u(from_, to), vec4u(domainWidth(), 0u, domainWidth(), domainHeight()), trial.isDomain);
}
