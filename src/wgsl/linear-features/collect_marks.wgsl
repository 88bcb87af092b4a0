// The pixels with a mark and a sample, in the order of the part's rows, each with its strength. `starts` says how many come before those
// of each workgroup.
#import linear-features/shared/line_marks

@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read> response: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
// Pixel of the part, and strength.
@group(0) @binding(4) var<storage, read_write> marks: array<vec2u>;

// Of each thread: how many marks it and those before it have.
var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let at = group_of(group);
  let first = at * PIXELS_IN_GROUP + local * per_thread;
  var own = 0u;
  for (var i = 0u; i < per_thread; i++) {
    own += u32(is_marked(first + i));
  }
  sums[local] = own;
  for (var step = 1u; step < 256u; step *= 2u) {
    workgroupBarrier();
    var before = 0u;
    if (local >= step) {
      before = sums[local - step];
    }
    workgroupBarrier();
    sums[local] += before;
  }
  if (own == 0u || at >= groups_in_all()) {
    return;
  }
  var to = starts[at] + sums[local] - own;
  for (var i = 0u; i < per_thread; i++) {
    if (is_marked(first + i)) {
      marks[to] = vec2u(first + i, response[pixel_of(first + i)] >> 6u);
      to++;
    }
  }
}
