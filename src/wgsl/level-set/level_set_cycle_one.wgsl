#import level-set/shared/front
// Cycle one in the listed tiles: iterations by the data speed, one word per lane; the cells of other tiles do not change.
// CPU kernel: src/level-set/kernels/level_set_cycle_one.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> active_: array<u32>;
@group(0) @binding(2) var<storage, read> mask: array<u32>;
@group(0) @binding(3) var<storage, read> domain: array<u32>;
@group(0) @binding(4) var<storage, read> positive: array<u32>;
@group(0) @binding(5) var<storage, read> negative: array<u32>;
@group(0) @binding(6) var<storage, read_write> next: array<u32>;

override iterations: u32;

// Workgroups that share the list.
override groups: u32;

const lanes = 64u;

// Outside and to stay so: a neighbour of the inside with F > 0 comes in with the first iteration.
fn stayingOutsideAt(at: u32) -> u32 {
  if (at == none) {
    return 0u;
  }
  return ~mask[at] & domain[at] & ~positive[at];
}

var<workgroup> cells: array<u32, lanes>;

// Cells with a neighbour among `own` of this tile and `halo` of the adjacent tiles.
fn neighboursOf(lane: u32, k: u32, own: u32, halo: Beside) -> u32 {
  let slice = tiling.sliceWords;
  workgroupBarrier();
  cells[lane] = own;
  workgroupBarrier();
  var all_ = halo;
  if (k % slice > 0u) {
    all_.above = cells[lane - 1u];
  }
  if (k % slice + 1u < slice) {
    all_.below = cells[lane + 1u];
  }
  if (k >= slice) {
    all_.behind = cells[lane - slice];
  }
  if (k + slice < tiling.words) {
    all_.before = cells[lane + slice];
  }
  return neighbours(own, all_.left, all_.right, all_.above, all_.below, all_.behind, all_.before);
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let count = active_[0];
  let perGroup = lanes / tiling.words;
  let k = lane % tiling.words;
  for (var first = group.x * perGroup; first < count; first += groups * perGroup) {
    let place = first + lane / tiling.words;
    let tile = active_[1u + min(place, count - 1u)];
    let at = tile * tiling.words + k;
    let b = wordsBeside(tile, k);
    let insides = Beside(insideAt(b.left), insideAt(b.right), insideAt(b.above), insideAt(b.below), insideAt(b.behind), insideAt(b.before));
    let outsides = Beside(stayingOutsideAt(b.left), stayingOutsideAt(b.right), stayingOutsideAt(b.above), stayingOutsideAt(b.below), stayingOutsideAt(b.behind), stayingOutsideAt(b.before));
    let exists = domain[at];
    let plus = positive[at];
    let minus = negative[at];
    var m = mask[at];
    for (var i = 0u; i < iterations; i++) {
      let half = m | (neighboursOf(lane, k, m, insides) & ~m & exists & plus);
      m = half & ~(neighboursOf(lane, k, ~half & exists, outsides) & half & minus);
    }
    if (place < count) {
      next[at] = m;
    }
  }
}
