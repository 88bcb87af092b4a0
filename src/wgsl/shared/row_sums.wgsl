#import layout
#import u64
// Sums over the start of a row, up to a column: the nearest stored prefix, and the samples between. The kernel declares
// `geometry`, `samples` and `prefixes`. `line` is a row of a stored plane.

fn sampleAt(line: u32, column: u32) -> u32 {
  let shift = select(2u, 1u, geometry.bits == 16u);
  let word = samples[line * geometry.rowWords + (column >> shift)];
  let place = column & ((1u << shift) - 1u);
  return extractBits(word, place * geometry.bits, geometry.bits);
}

// Σz and Σz² over the columns left of `column`: the nearest prefix, and the samples between.
fn moments(line: u32, column: u32) -> vec4u {
  let entry = min((column + ((1u << geometry.strideShift) >> 1u)) >> geometry.strideShift, geometry.entries - 1u);
  let at = (line * geometry.entries + entry) * geometry.entryWords;
  let stored = entry << geometry.strideShift;
  var sum = 0u;
  var low = 0u;
  var high = 0u;
  for (var c = min(column, stored); c < max(column, stored); c++) {
    let z = sampleAt(line, c);
    let square = z * z;
    sum += z;
    low += square & 0xffffu;
    high += square >> 16u;
  }
  let squares = add64(vec2u(high << 16u, high >> 16u), vec2u(low, 0u));
  var q = vec2u(prefixes[at + 1u], 0u);
  if (geometry.entryWords == 3u) {
    q.y = prefixes[at + 2u];
  }
  if (column < stored) {
    return vec4u(sub64(vec2u(prefixes[at], 0u), vec2u(sum, 0u)), sub64(q, squares));
  }
  return vec4u(add64(vec2u(prefixes[at], 0u), vec2u(sum, 0u)), add64(q, squares));
}

// Counts of the codes 4·quad to 4·quad + 3 left of `column`.
fn counts(line: u32, column: u32, quad: u32) -> vec4u {
  let entry = column >> geometry.strideShift;
  let at = (line * geometry.entries + entry) * geometry.entryWords + 2u * quad;
  var result = vec4u(prefixes[at] & 0xffffu, prefixes[at] >> 16u, 0u, 0u);
  if (2u * quad + 1u < geometry.entryWords) {
    result = vec4u(result.xy, prefixes[at + 1u] & 0xffffu, prefixes[at + 1u] >> 16u);
  }
  for (var c = entry << geometry.strideShift; c < column; c++) {
    result += vec4u(vec4u(sampleAt(line, c) - 4u * quad) == vec4u(0u, 1u, 2u, 3u));
  }
  return result;
}
