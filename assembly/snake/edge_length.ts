/** As `src/snake/kernels/shared/edge-length.ts`. */
export function edgeLength(dx: i32, dy: i32): i32 {
  const x = abs(dx);
  const y = abs(dy);
  const long = max(x, y);
  const short = min(x, y);
  const shallow = max(256 * long, 251 * long + 50 * short);
  const steep = max(213 * long + 142 * short, 181 * (long + short));
  return max(max(shallow, 237 * long + 98 * short), steep);
}
