// The edges on both sides of a line at each of its points, on the mean of the profiles across it (network/edges.ts). A profile has
// 2 reach + 1 steps; distances are in 256ths of a step. Heights have 8 bits below a sample's, strengths are whole; a mean is kept as a
// sum, which says as much.
#import linear-features/shared/line_profile
#constants linear-features/kernels/shared/items: GROUPS_IN_ROW

struct Window {
  width: u32,
  height: u32,
  bits: u32, // of a stored sample: 8 or 16
  count: u32, // points
  weak: u32, // strength at which a line ends, below 2^26
}

@group(0) @binding(0) var<uniform> window: Window;
@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read> response: array<u32>;
// Cell of the image; fractions of 12 bits, and 4 bits each of how many points before and after are averaged; step of the profile.
@group(0) @binding(3) var<storage, read> points: array<vec4u>;
// Where the profile reaches the edge on the right, and on the left, of each point.
@group(0) @binding(4) var<storage, read_write> edges: array<u32>;

override reach: u32;
override ridge: u32; // steps from the middle within which the peak is sought
override lanes: u32; // points of a workgroup

// Of each lane, step by step: the sum of the heights.
override steps: u32 = (2u * reach + 1u) * lanes;
var<workgroup> sums: array<u32, steps>;

fn sum_of_strengths(first: u32, last: u32, step: i32) -> u32 {
  var sum = 0u;
  for (var k = first; k <= last; k++) {
    sum += strength_at(points[k], step);
  }
  return sum;
}

// 256 part / whole, of numbers below 2^32, part <= whole.
fn share(part: u32, whole: u32) -> u32 {
  let shift = 8u - min(8u, countLeadingZeros(whole));
  return ((part >> shift) * 256u) / (whole >> shift);
}

// To the foot over the background of one side. Rises before half of the whole fall are noise.
fn fall_of_heights(local: u32, peak: i32, way: i32) -> u32 {
  let end = 2 * i32(reach) + 1;
  let top = sums[u32(peak) * lanes + local];
  var least = top;
  for (var j = peak; j >= 0 && j < end; j += way) {
    least = min(least, sums[u32(j) * lanes + local]);
  }
  var lowest = top;
  for (var j = peak + way; j >= 0 && j < end; j += way) {
    let value = sums[u32(j) * lanes + local];
    lowest = min(lowest, value);
    let fallen = top - lowest;
    if (2u * fallen > top - least && 2u * (value - lowest) > fallen) {
      break;
    }
  }
  let level = lowest + (top - lowest) / 4u;
  if (top <= level) {
    return 0u;
  }
  var before = top;
  for (var j = peak + way; j >= 0 && j < end; j += way) {
    let value = sums[u32(j) * lanes + local];
    if (value <= level) {
      return 256u * u32(abs(j - way - peak)) + share(before - level, before - value);
    }
    before = value;
  }
  return 256u * u32(select(peak, end - 1 - peak, way > 0));
}

// To where the strength falls to the level; `most` where that is not nearer.
fn fall_of_strengths(first: u32, last: u32, peak: i32, way: i32, most: u32) -> u32 {
  let end = 2 * i32(reach) + 1;
  let level = (last - first + 1u) * window.weak;
  var before = sum_of_strengths(first, last, peak);
  if (before <= level) {
    return 0u;
  }
  for (var j = peak + way; j >= 0 && j < end; j += way) {
    let distance = 256u * u32(abs(j - way - peak));
    if (distance >= most) {
      return most;
    }
    let value = sum_of_strengths(first, last, j);
    if (value <= level) {
      return min(most, distance + share(before - level, before - value));
    }
    before = value;
  }
  return most;
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let i = (group.y * GROUPS_IN_ROW + group.x) * lanes + local;
  if (i >= window.count) {
    return;
  }
  let own = points[i];
  let first = i - ((own.z >> 24u) & 15u);
  let last = i + (own.z >> 28u);
  let middle = i32(reach);
  for (var j = 0; j <= 2 * middle; j++) {
    var sum = 0u;
    for (var k = first; k <= last; k++) {
      sum += height_at(points[k], j);
    }
    sums[u32(j) * lanes + local] = sum;
  }
  var peak = middle;
  for (var j = middle - i32(ridge); j <= middle + i32(ridge); j++) {
    if (sums[u32(j) * lanes + local] > sums[u32(peak) * lanes + local]) {
      peak = j;
    }
  }
  let right = fall_of_strengths(first, last, peak, 1, fall_of_heights(local, peak, 1));
  let left = fall_of_strengths(first, last, peak, -1, fall_of_heights(local, peak, -1));
  edges[2u * i] = 256u * u32(peak) + right;
  edges[2u * i + 1u] = 256u * u32(peak) - left;
}
