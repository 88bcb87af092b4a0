// How many of a workgroup's pixels have a mark and a sample.
#import linear-features/shared/line_marks

@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read> response: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;

var<workgroup> count: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let at = group_of(group);
  let first = at * PIXELS_IN_GROUP + local * per_thread;
  var own = 0u;
  for (var i = 0u; i < per_thread; i++) {
    own += u32(is_marked(first + i));
  }
  if (own > 0u) {
    atomicAdd(&count, own);
  }
  workgroupBarrier();
  if (local == 0u && at < groups_in_all()) {
    counts[at] = atomicLoad(&count);
  }
}
