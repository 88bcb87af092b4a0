#import level-set/shared/tiling
// Makes the listed tiles' next cells the present ones. CPU kernel: src/level-set/kernels/level_set_commit.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> active_: array<u32>;
@group(0) @binding(2) var<storage, read> next: array<u32>;
@group(0) @binding(3) var<storage, read_write> mask: array<u32>;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let perGroup = lanes / tiling.words;
  for (var place = group.x * perGroup + lane / tiling.words; place < active_[0]; place += groups * perGroup) {
    let at = active_[1u + place] * tiling.words + lane % tiling.words;
    mask[at] = next[at];
  }
}
