#import snake/shared/state/layout
#import common/u64
// requires: boundRows, entriesInRow, geometry, prefixes, prefixesAt, rowWords, samples, samplesAt
// Sums over the start of a row, up to a column: the nearest stored prefix, and the samples between. `line` is a row of a stored plane.

fn sampleAt(line: u32, column: u32) -> u32 {
  let shift = select(2u, 1u, geometry.bits == 16u);
  let word = samples[samplesAt() + line * rowWords() + (column >> shift)];
  let place = column & ((1u << shift) - 1u);
  return extractBits(word, place * geometry.bits, geometry.bits);
}

// Σz, and Σz² in halves below and above 16 bits, of the samples of a word whose columns, the first being `c`, lie in
// start ≤ column < end.
fn weighWord(word: u32, c: u32, start: u32, end: u32) -> vec3u {
  let columns = vec4u(c) + vec4u(0u, 1u, 2u, 3u);
  let counted = (columns >= vec4u(start)) & (columns < vec4u(end));
  var sums: vec3u;
  if (geometry.bits == 16u) {
    let z = select(vec2u(0u), vec2u(word & 0xffffu, word >> 16u), counted.xy);
    let q = z * z;
    sums = vec3u(z.x + z.y, (q.x & 0xffffu) + (q.y & 0xffffu), (q.x >> 16u) + (q.y >> 16u));
  } else {
    let z = select(vec4u(0u), (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu), counted);
    sums = vec3u(dot(z, vec4u(1u)), dot(z, z), 0u);
  }
  return sums;
}

// Σz and Σz² over the columns left of `column`: the nearest prefix, and the samples between.
fn moments(line: u32, column: u32) -> vec4u {
  let entry = min((column + ((1u << geometry.strideShift) >> 1u)) >> geometry.strideShift, entriesInRow() - 1u);
  let at = prefixesAt() + (line * entriesInRow() + entry) * geometry.entryWords;
  let stored = entry << geometry.strideShift;
  let start = min(column, stored);
  let end = max(column, stored);
  let shift = select(2u, 1u, geometry.bits == 16u);
  let first = samplesAt() + line * rowWords();
  var sum = vec3u(0u);
  // Four words at a time, so that their memory accesses overlap.
  for (var word = start >> shift; (word << shift) < end; word += 4u) {
    let a = samples[first + word];
    let b = samples[first + word + 1u];
    let c = samples[first + word + 2u];
    let d = samples[first + word + 3u];
    sum += weighWord(a, word << shift, start, end) + weighWord(b, (word + 1u) << shift, start, end);
    sum += weighWord(c, (word + 2u) << shift, start, end) + weighWord(d, (word + 3u) << shift, start, end);
  }
  let z = vec2u(sum.x, 0u);
  let squares = add64(vec2u(sum.z << 16u, sum.z >> 16u), vec2u(sum.y, 0u));
  let storedZ = vec2u(prefixes[at], 0u);
  var storedQ = vec2u(prefixes[at + 1u], 0u);
  if (geometry.entryWords == 3u) {
    storedQ.y = prefixes[at + 2u];
  }
  let less = column < stored;
  return vec4u(
    add64(storedZ, select(z, negate64(z), less)),
    add64(storedQ, select(squares, negate64(squares), less)),
  );
}

// Counts of the codes 4·quad to 4·quad + 3 left of `column`.
fn counts(line: u32, column: u32, quad: u32) -> vec4u {
  let entry = column >> geometry.strideShift;
  let at = prefixesAt() + (line * entriesInRow() + entry) * geometry.entryWords + 2u * quad;
  var result = vec4u(prefixes[at] & 0xffffu, prefixes[at] >> 16u, 0u, 0u);
  if (2u * quad + 1u < geometry.entryWords) {
    result = vec4u(result.xy, prefixes[at + 1u] & 0xffffu, prefixes[at + 1u] >> 16u);
  }
  for (var c = entry << geometry.strideShift; c < column; c++) {
    result += vec4u(vec4u(sampleAt(line, c) - 4u * quad) == vec4u(0u, 1u, 2u, 3u));
  }
  return result;
}

// A pass does one stored plane, or four codes.
fn passesOf() -> u32 {
  return select(geometry.planes + geometry.masked, (geometry.codes + 3u) / 4u, geometry.codes > 0u);
}

// `sums` and those of what lies left of `column` in a bound row: Σz in xy and Σz² in zw; or the counts of four codes.
fn addRow(sums: vec4u, row: u32, column: u32, pass_: u32) -> vec4u {
  var all_: vec4u;
  if (geometry.codes > 0u) {
    all_ = sums + counts(row, column, pass_);
  } else {
    let m = moments(pass_ * boundRows() + row, column);
    all_ = vec4u(add64(sums.xy, m.xy), add64(sums.zw, m.zw));
  }
  return all_;
}
