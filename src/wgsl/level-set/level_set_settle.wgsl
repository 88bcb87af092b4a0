#import level-set/shared/tiling
// Counts the cells that an outer iteration changed, and those inside, and stores the mask. CPU kernel: src/level-set/kernels/level_set_settle.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> mask: array<u32>;
@group(0) @binding(3) var<storage, read_write> before: array<u32>;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

var<workgroup> changed: atomic<u32>;
var<workgroup> inside: atomic<u32>;

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var differing = 0u;
  var holding = 0u;
  for (var at = group.x * lanes + lane; at < tiling.tiles * tiling.words; at += groups * lanes) {
    let word = mask[at];
    differing += countOneBits(word ^ before[at]);
    holding += countOneBits(word);
    before[at] = word;
  }
  atomicAdd(&changed, differing);
  atomicAdd(&inside, holding);
  workgroupBarrier();
  if (lane == 0u) {
    atomicAdd(&status[Status_changing], atomicLoad(&changed));
    atomicAdd(&status[Status_holding], atomicLoad(&inside));
  }
}
