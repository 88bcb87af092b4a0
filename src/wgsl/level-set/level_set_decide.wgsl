#import level-set/shared/tiling
// Ends an outer iteration: counts it, and says whether the run is over. One lane. CPU kernel: src/level-set/kernels/level_set_decide.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read_write> status: array<u32>;

// Of cycle two, in an outer iteration.
override launches: u32;

@compute @workgroup_size(1)
fn main() {
  let changed = status[Status_changing];
  let inside = status[Status_holding];
  status[Status_changing] = 0u;
  status[Status_holding] = 0u;
  if (status[Status_over] != 0u) {
    return;
  }
  status[Status_outer] += 1u;
  status[Status_steps] += launches;
  status[Status_changed] = changed;
  status[Status_inside] = inside;
  // ⌊tolerance · inside / 1000⌋; tolerance ≤ 1000 and inside < 2²⁸.
  let allowed = inside / 1000u * tiling.tolerance + inside % 1000u * tiling.tolerance / 1000u;
  let settled = u32(changed <= allowed);
  status[Status_settled] = settled;
  status[Status_over] = status[Status_stopped] | settled | u32(status[Status_outer] >= tiling.outerIterations);
}
