#import snake/shared/state/state_changes
#import snake/shared/score/judged_row
#import snake/shared/score/judges_accepted
#import snake/shared/score/put_score
#import snake/shared/score/serial_score
// Scores of all candidates, of the kept ranked ones, or of the ring, as the state requires. CPU kernel: src/snake/kernels/criterion.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> totals: array<u32>;
@group(0) @binding(3) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(4) var<storage, read> order: array<u32>;

// Energy and length of the ring.
const ringScores = 2u;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let item = group.x * LANES + lane;
  let closed = stateAt(S_closed);
  judgesRing = closed != 0u;
  let ranked = stateAt(S_evaluated) == view.phase;
  let chosen = select(candidatesOf(view.phase, view.stage, view.vertices), stateAt(S_improving), ranked);
  let tries = view.running & ((view.phase == Phase_move) | (view.phase == Phase_prune));
  if (item < select(select(0u, chosen, tries), ringScores, judgesRing)) {
    var candidate = item;
    // The first of the ranked ones has its score.
    var scored = !ranked | (item > 0u);
    if (judgesRing) {
      scored = (closed & (Closed_energy << item)) != 0u;
    } else if (ranked) {
      let entry = order[view.firstVertex + item];
      candidate = entry & ~CONFLICT_BIT;
      scored &= entry < CONFLICT_BIT;
    }
    let index = view.firstCandidate + candidate;
    row = index * totalsWords();
    let exists = judgesRing | (totals[row + 2u * geometry.moments + Extra_valid] != 0u);
    let asLength = select(view.phase == Phase_prune, item == 1u, judgesRing);
    var score = worst;
    if (scored & exists) {
      score = scoreOfRow(asLength);
    }
    if (scored & judgesRing) {
      put128(select(S_energy, S_length, asLength), score);
    } else if (scored) {
      scores[index] = score;
    }
  }
}
