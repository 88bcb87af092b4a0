#import level-set/shared/front
// The stop condition of the listed tiles: bit p of `unstable` is set where the tile at place p of the list has a cell of L_out
// with F > 0 or of L_in with F < 0. CPU kernel: src/level-set/kernels/level_set_stop_test.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> status: array<u32>;
@group(0) @binding(2) var<storage, read> list: array<u32>;
@group(0) @binding(3) var<storage, read> mask: array<u32>;
@group(0) @binding(4) var<storage, read> domain: array<u32>;
@group(0) @binding(5) var<storage, read> positive: array<u32>;
@group(0) @binding(6) var<storage, read> negative: array<u32>;
@group(0) @binding(7) var<storage, read_write> unstable: array<atomic<u32>>;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if ((status[Status_over] | status[Status_stopped]) != 0u) {
    return;
  }
  let perGroup = lanes / tiling.words;
  let k = lane % tiling.words;
  for (var place = group.x * perGroup + lane / tiling.words; place < list[0]; place += groups * perGroup) {
    let tile = list[1u + place];
    let at = tile * tiling.words + k;
    let words = frontWords(tile, k);
    if (((words.x & positive[at]) | (words.y & negative[at])) != 0u) {
      atomicOr(&unstable[place / 32u], 1u << (place % 32u));
    }
  }
}
