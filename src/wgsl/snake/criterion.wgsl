#import snake/shared/state/view
#import snake/shared/state/stored_state
#import snake/shared/score/serial_score
// Scores of all candidates. CPU kernel: src/snake/kernels/criterion.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> totals: array<u32>;
@group(0) @binding(3) var<storage, read_write> scores: array<vec4u>;

var<private> row: u32;

fn targetMoment(i: u32) -> vec2u {
  return vec2u(totals[row + 2u * i], totals[row + 2u * i + 1u]);
}

fn targetExtras() -> vec4u {
  let at = row + 2u * geometry.moments;
  return vec4u(totals[at], totals[at + 1u], totals[at + 2u], totals[at + 3u]);
}

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let candidate = group.x * LANES + lane;
  let scored = view.running & ((view.phase == Phase_move) | (view.phase == Phase_prune));
  if (scored & (candidate < candidatesOf(view.phase, view.stage, view.vertices))) {
    let index = view.firstCandidate + candidate;
    row = index * totalsWords();
    scores[index] = worst;
    if (totals[row + 2u * geometry.moments + Extra_valid] != 0u) {
      scores[index] = scoreOfRow(view.phase == Phase_prune);
    }
  }
}
