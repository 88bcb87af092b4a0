#import snake/shared/score/wide

@group(0) @binding(0) var<storage, read> pairs: array<array<vec4u, 2>>;
@group(0) @binding(1) var<storage, read_write> out: array<array<vec4u, 12>>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&pairs)) {
    return;
  }
  let a = pairs[i][0];
  let b = pairs[i][1];
  out[i][0] = vec4u(add64(a.xy, b.xy), sub64(a.xy, b.xy));
  out[i][1] = vec4u(u32(less64(a.xy, b.xy)), u32(isNegative64(a.xy)), multiply32(a.x, b.x));
  out[i][2] = vec4u(multiply64by32(a.xy, b.x), shiftLeft64(a.xy, b.y & 31u));
  out[i][3] = multiply64(a.xy, b.xy);
  out[i][4] = multiplySigned64(a.xy, b.xy);
  out[i][5] = add128(a, b);
  out[i][6] = sub128(a, b);
  out[i][7] = vec4u(u32(lessUnsigned128(a, b)), u32(lessSigned128(a, b)), u32(isNegative128(a)), 0u);
  out[i][8] = multiply128by32(a, b.x);
  out[i][9] = shiftRightSigned128(a, 1u + b.x % 31u);
  out[i][10] = shiftLeft128(a, b.x & 31u);
  out[i][11] = vec4u(negate64(a.xy), extend64(b.xy).zw);
}
