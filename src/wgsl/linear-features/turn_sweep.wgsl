// What the next dispatch of `thin_lines` does. One thread. CPU kernel: src/linear-features/kernels/turn_sweep.ts.
#constants linear-features/kernels/shared/thinning-words: Thinning, Mode

@group(0) @binding(0) var<storage, read_write> thinning: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let mode = thinning[Thinning_mode];
  let is_over = thinning[Thinning_waiting] == 0u;
  let next = select(Mode_look, select(Mode_done, Mode_begin, mode == Mode_look), is_over);
  thinning[Thinning_mode] = select(next, Mode_over, mode >= Mode_done || thinning[Thinning_found] > thinning[Thinning_limit]);
  thinning[Thinning_waiting] = 0u;
}
