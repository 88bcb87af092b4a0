#struct Geometry = snake/kernels/shared/layout: G
#constants snake/kernels/shared/layout: S, Status, Phase, Closed, Model, Extra
#constants snake/kernels/shared/layout: DIRECTIONS, ENERGY_WORDS, EXTRA_WORDS, LANES, MOST_BLOCKS, MOST_SETS, BLOCKS_IN_GROUP, GROUPS_IN_ROW, CONFLICT_BIT, BLOCK_COLUMNS
// requires: geometry
// Where the words of the snake's buffers lie, as src/snake/kernels/shared/layout.ts.

// 0, but unknown to the compiler: otherwise it would unroll loops.
fn nothing() -> u32 {
  return geometry.codes >> 31u;
}

fn totalsWords() -> u32 {
  return 2u * geometry.moments + EXTRA_WORDS;
}

fn stateWords() -> u32 {
  return (S_totals + totalsWords() + 6u * geometry.moments + 3u) & ~3u;
}

fn domainOffset() -> u32 {
  return S_totals + totalsWords();
}

fn restOffset() -> u32 {
  return domainOffset() + 2u * geometry.moments;
}

fn candidateCapacity() -> u32 {
  return DIRECTIONS * ((geometry.capacity + 1u) >> 1u);
}

fn slotsOf(stage: u32, vertices: u32) -> u32 {
  return select(select(vertices & 1u, vertices >> 1u, stage == 1u), vertices >> 1u, stage == 0u);
}

fn vertexOfSlot(stage: u32, slot: u32, vertices: u32) -> u32 {
  return select(select(vertices - 1u, 2u * slot + 1u, stage == 1u), 2u * slot, stage == 0u);
}

// The set that vertex `i` of `vertices` is in.
fn setOf(i: u32, vertices: u32) -> u32 {
  return select(i & 1u, 2u, ((vertices & 1u) == 1u) & (i == vertices - 1u));
}

fn candidatesOf(phase: u32, stage: u32, vertices: u32) -> u32 {
  let others = select(select(0u, vertices, phase == Phase_prune), vertices + 1u, phase == Phase_start);
  return select(others, DIRECTIONS * slotsOf(stage, vertices), phase == Phase_move);
}

// Blocks of rows, a power of 2, that each of `segments` is split into.
fn blocksOf(segments: u32) -> u32 {
  let share = max(1u, geometry.crews / max(1u, segments));
  return min(MOST_BLOCKS, 1u << (31u - countLeadingZeros(share)));
}

// Block sums of one contour, at most.
fn blockCapacity() -> u32 {
  return max(geometry.crews, 2u * candidateCapacity());
}

fn decisionsOf(phase: u32, stage: u32, vertices: u32) -> u32 {
  let others = select(select(0u, vertices, phase == Phase_prune), 1u, phase == Phase_start);
  return select(others, slotsOf(stage, vertices), phase == Phase_move);
}

fn vertexBefore(i: u32, vertices: u32) -> u32 {
  return select(i - 1u, vertices - 1u, i == 0u);
}

fn vertexAfter(i: u32, vertices: u32) -> u32 {
  return select(i + 1u, 0u, i == vertices - 1u);
}
