#import level-set/shared/front
// Which tiles the front crosses, one bit a tile, 32 tiles a workgroup. CPU kernel: src/level-set/kernels/level_set_front.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> status: array<u32>;
@group(0) @binding(2) var<storage, read> mask: array<u32>;
@group(0) @binding(3) var<storage, read> domain: array<u32>;
@group(0) @binding(4) var<storage, read_write> crossed: array<u32>;

// Bit 0: skip once the run is over; bit 1: skip once it has stopped.
override skips: u32;

const lanes = 256u;

var<workgroup> found: atomic<u32>;

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (((status[Status_over] & skips) | (status[Status_stopped] & (skips >> 1u))) != 0u) {
    return;
  }
  let perStep = lanes / tiling.words;
  for (var first = 0u; first < 32u; first += perStep) {
    let bit = first + lane / tiling.words;
    let tile = 32u * group.x + bit;
    if (tile < tiling.tiles) {
      let words = frontWords(tile, lane % tiling.words);
      if ((words.x | words.y) != 0u) {
        atomicOr(&found, 1u << bit);
      }
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    crossed[group.x] = atomicLoad(&found);
  }
}
