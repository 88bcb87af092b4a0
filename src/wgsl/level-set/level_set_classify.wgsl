#import level-set/shared/tiling
// Where the data speed of the listed tiles' cells is positive and where negative. CPU kernel: src/level-set/kernels/level_set_classify.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> status: array<u32>;
@group(0) @binding(2) var<storage, read> list: array<u32>;
@group(0) @binding(3) var<storage, read> samples: array<u32>;
@group(0) @binding(4) var<storage, read> tables: array<i32>;
@group(0) @binding(5) var<storage, read_write> positive: array<u32>;
@group(0) @binding(6) var<storage, read_write> negative: array<u32>;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

fn speed(cell: u32) -> i32 {
  var sum = i32(tiling.bias);
  for (var band = 0u; band < tiling.bands; band++) {
    var value = 0u;
    if (tiling.values == 256u) {
      value = (samples[band * tiling.planeWords + cell / 4u] >> (8u * (cell % 4u))) & 0xffu;
    } else {
      value = (samples[band * tiling.planeWords + cell / 2u] >> (16u * (cell % 2u))) & 0xffffu;
    }
    sum += tables[band * tiling.values + value];
  }
  return sum;
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if ((status[Status_over] | status[Status_stopped]) != 0u) {
    return;
  }
  let perGroup = lanes / tiling.words;
  let k = lane % tiling.words;
  for (var place = group.x * perGroup + lane / tiling.words; place < list[0]; place += groups * perGroup) {
    let tile = list[1u + place];
    let x = (tile % tiling.columns) * tiling.side;
    let rowsPerWord = 32u / tiling.side;
    let y = ((tile / tiling.columns) % tiling.rows) * tiling.side + (k % tiling.sliceWords) * rowsPerWord;
    let z = tile / (tiling.columns * tiling.rows) * (tiling.words / tiling.sliceWords) + k / tiling.sliceWords;
    var plus = 0u;
    var minus = 0u;
    for (var bit = 0u; bit < 32u; bit++) {
      let cx = x + bit % tiling.side;
      let cy = y + bit / tiling.side;
      if (cx < tiling.width && cy < tiling.height && z < tiling.depth) {
        let sum = speed((z * tiling.height + cy) * tiling.width + cx);
        plus |= u32(sum > 0i) << bit;
        minus |= u32(sum < 0i) << bit;
      }
    }
    positive[tile * tiling.words + k] = plus;
    negative[tile * tiling.words + k] = minus;
  }
}
