#import snake/shared/ring/crossing

@group(0) @binding(0) var<storage, read> edges: array<vec4u>;
@group(0) @binding(1) var<storage, read> rows: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<i32>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&edges)) {
    let e = edges[id.x];
    out[id.x] = crossing(makeEdge(e.x, e.y, e.z, e.w), rows[id.x] - e.y);
  }
}
