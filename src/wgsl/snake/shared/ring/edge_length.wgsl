// Length of an edge with steps of |dx| and |dy|, in 2⁻⁸ pixels, as src/snake/kernels/shared/edge-length.ts.
fn edgeLength(way: vec2u) -> u32 {
  let long = max(way.x, way.y);
  let short = min(way.x, way.y);
  let shallow = max(256u * long, 251u * long + 50u * short);
  let steep = max(213u * long + 142u * short, 181u * (long + short));
  return max(max(shallow, 237u * long + 98u * short), steep);
}
