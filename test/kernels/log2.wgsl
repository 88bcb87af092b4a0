#import snake/shared/score/log2

@group(0) @binding(0) var<storage, read> values: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&values)) {
    let value = values[id.x];
    out[id.x] = vec4u(log2Wide(value), log2Long(vec2u(value.x | 1u, value.y)));
  }
}
