// The offsets of src/snake/layout.ts; test/twin/layout.test.ts compares.

struct Geometry {
  width: u32,
  height: u32,
  planes: u32,
  bits: u32,
  strideShift: u32,
  entries: u32,
  entryWords: u32,
  rowWords: u32,
  codes: u32,
  moments: u32,
  capacity: u32,
  contours: u32,
  model: u32,
  order: u32,
  crews: u32,
  minimumLength: u32,
  prune: u32,
  polarity: u32,
  contourWeight: u32,
  filter_: u32,
  minimumPixels: u32,
  maximumSteps: u32,
  firstRow: u32,
  rows: u32,
  adds: u32,
  masked: u32,
  priorWeight: u32,
  lengthWeight: u32,
}

const S_status = 0u;
const S_phase = 1u;
const S_evaluated = 2u;
const S_nodes = 3u;
const S_distance = 4u;
const S_set = 5u;
const S_moved = 6u;
const S_full = 7u;
const S_step = 8u;
const S_iteration = 9u;
const S_refining = 10u;
const S_changed = 11u;
const S_improving = 12u;
const S_moves = 14u;
const S_removals = 15u;
const S_box = 16u;
const S_room = 21u;
const S_energy = 24u;
const S_length = 28u;
const S_totals = 32u;

const Status_running = 0u;
const Status_done = 1u;
const Status_exhausted = 2u;

const Phase_none = 0u;
const Phase_start = 1u;
const Phase_move = 2u;
const Phase_add = 3u;
const Phase_prune = 4u;

const Model_gaussian = 0u;
const Model_poisson = 1u;
const Model_gamma = 2u;
const Model_rayleigh = 3u;
const Model_bernoulli = 4u;
const Model_categorical = 5u;
const Model_common = 6u;

const Extra_nodes = 0u;
const Extra_dx = 1u;
const Extra_dy = 2u;
const Extra_valid = 3u;
const extraWords = 4u;

const Groups_segments = 0u;
const Groups_candidates = 3u;
const Groups_slots = 6u;
const Groups_lanes = 9u;

const directions = 8u;
const energyWords = 4u;
const lanes = 64u;
const mostBlocks = 32u;
const blocksInGroup = 4u;
const groupsInRow = 256u;
const conflictBit = 0x80000000u;

fn totalsWords() -> u32 {
  return 2u * geometry.moments + extraWords;
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
  return directions * ((geometry.capacity + 1u) >> 1u);
}

fn slotsOf(stage: u32, nodes: u32) -> u32 {
  return select(select(nodes & 1u, nodes >> 1u, stage == 1u), nodes >> 1u, stage == 0u);
}

fn nodeOfSlot(stage: u32, slot: u32, nodes: u32) -> u32 {
  return select(select(nodes - 1u, 2u * slot + 1u, stage == 1u), 2u * slot, stage == 0u);
}

// The set that node `i` of `nodes` is in.
fn setOf(i: u32, nodes: u32) -> u32 {
  return select(i & 1u, 2u, (nodes & 1u) == 1u && i == nodes - 1u);
}

const mostSets = 3u;

fn candidatesOf(phase: u32, stage: u32, nodes: u32) -> u32 {
  switch phase {
    case Phase_move: { return directions * slotsOf(stage, nodes); }
    case Phase_start: { return nodes + 1u; }
    case Phase_prune: { return nodes; }
    default: { return 0u; }
  }
}

// Blocks of rows, a power of 2, that each of `segments` is split into.
fn blocksOf(segments: u32) -> u32 {
  let share = max(1u, geometry.crews / max(1u, segments));
  return min(mostBlocks, 1u << (31u - countLeadingZeros(share)));
}

// Block sums of one contour, at most.
fn blockCapacity() -> u32 {
  return max(geometry.crews, 2u * candidateCapacity());
}

fn decisionsOf(phase: u32, stage: u32, nodes: u32) -> u32 {
  switch phase {
    case Phase_move: { return slotsOf(stage, nodes); }
    case Phase_prune: { return nodes; }
    case Phase_start: { return 1u; }
    default: { return 0u; }
  }
}

fn nodeBefore(i: u32, nodes: u32) -> u32 {
  return select(i - 1u, nodes - 1u, i == 0u);
}

fn nodeAfter(i: u32, nodes: u32) -> u32 {
  return select(i + 1u, 0u, i == nodes - 1u);
}
