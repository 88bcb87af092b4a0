#import level-set/shared/tiling
#import common/u64
// Updates the moments of a region by the changes of the listed tiles' next cells. CPU kernel: src/level-set/kernels/level_set_moments.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> active_: array<u32>;
@group(0) @binding(2) var<storage, read> samples: array<u32>;
@group(0) @binding(3) var<storage, read> mask: array<u32>;
@group(0) @binding(4) var<storage, read> next: array<u32>;
@group(0) @binding(5) var<storage, read_write> moments: array<atomic<u32>>;

// First word of the region: 0 the inside, 1 + 4·bands the domain.
override region: u32;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

// Sums over the workgroup: n and Σz wrap as signed numbers, |Σz| < 2²⁷; Σz² as low, middle (16 bits each) and high parts.
var<workgroup> sums: array<atomic<u32>, 5>;

fn sampleOf(band: u32, cell: u32) -> u32 {
  if (tiling.values == 256u) {
    return (samples[band * tiling.planeWords + cell / 4u] >> (8u * (cell % 4u))) & 0xffu;
  }
  return (samples[band * tiling.planeWords + cell / 2u] >> (16u * (cell % 2u))) & 0xffffu;
}

fn addWide(at: u32, value: vec2u) {
  let old = atomicAdd(&moments[at], value.x);
  atomicAdd(&moments[at + 1u], value.y + u32(old + value.x < old));
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let perGroup = lanes / tiling.words;
  let k = lane % tiling.words;
  let rowsPerWord = 32u / tiling.side;
  let count = active_[0];
  for (var first = group.x * perGroup; first < count; first += groups * perGroup) {
    let place = first + lane / tiling.words;
    let tile = active_[1u + min(place, count - 1u)];
    let at = tile * tiling.words + k;
    let word = next[at];
    var change = word ^ mask[at];
    if (place >= count) {
      change = 0u;
    }
    let x = (tile % tiling.columns) * tiling.side;
    let y = ((tile / tiling.columns) % tiling.rows) * tiling.side + (k % tiling.sliceWords) * rowsPerWord;
    let z = tile / (tiling.columns * tiling.rows) * (tiling.words / tiling.sliceWords) + k / tiling.sliceWords;
    for (var band = 0u; band < tiling.bands; band++) {
      workgroupBarrier();
      if (lane < 5u) {
        atomicStore(&sums[lane], 0u);
      }
      workgroupBarrier();
      var n = 0u;
      var s = 0u;
      var q = vec2u(0u);
      for (var bits = change; bits != 0u; bits &= bits - 1u) {
        let bit = countTrailingZeros(bits);
        let cell = (z * tiling.height + y + bit / tiling.side) * tiling.width + x + bit % tiling.side;
        let value = sampleOf(band, cell);
        if (((word >> bit) & 1u) != 0u) {
          n += 1u;
          s += value;
          q = add64(q, vec2u(value * value, 0u));
        } else {
          n -= 1u;
          s -= value;
          q = sub64(q, vec2u(value * value, 0u));
        }
      }
      if (change != 0u) {
        atomicAdd(&sums[0], n);
        atomicAdd(&sums[1], s);
        atomicAdd(&sums[2], q.x & 0xffffu);
        atomicAdd(&sums[3], q.x >> 16u);
        atomicAdd(&sums[4], q.y);
      }
      workgroupBarrier();
      if (lane == 0u) {
        if (band == 0u) {
          atomicAdd(&moments[region], atomicLoad(&sums[0]));
        }
        let to_ = region + 1u + 4u * band;
        let sum = atomicLoad(&sums[1]);
        addWide(to_, vec2u(sum, select(0u, 0xffffffffu, (sum & 0x80000000u) != 0u)));
        let middle = atomicLoad(&sums[3]);
        let squares = add64(vec2u(atomicLoad(&sums[2]), 0u), vec2u(middle << 16u, middle >> 16u));
        addWide(to_ + 2u, add64(squares, vec2u(0u, atomicLoad(&sums[4]))));
      }
    }
  }
}
