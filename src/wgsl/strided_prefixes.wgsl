#import layout
#import u64
// Row prefixes at every stride-th column: a lane walks along a row. Twin: src/snake/strided_prefixes.ts.
// A stride takes at least one word of samples and at most 256 columns; rows are padded to whole quads.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> samples: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;

const prefixRows = 32u;
// Quads on their way from memory at a time.
const ahead = 8u;

// Up to the present word: Σz, Σz², and the counts of eight codes, two a word.
var<private> sumZ: u32;
var<private> sumSquares: vec2u;
var<private> counts: vec4u;

// Sums over the samples of one word: Σz, and Σz² in halves below and above 16 bits; or, of the codes 8·octet to
// 8·octet + 7, the counts.
fn weigh(word: u32, octet: u32) -> vec4u {
  if (geometry.codes > 0u) {
    var found = vec4u(0u);
    for (var shift = 0u; shift < 32u; shift += 8u) {
      let code = ((word >> shift) & 0xffu) - 8u * octet;
      found += select(vec4u(0u), vec4u(1u << (16u * (code & 1u))), vec4u(code >> 1u) == vec4u(0u, 1u, 2u, 3u));
    }
    return found;
  }
  if (geometry.bits == 16u) {
    let z = vec2u(word & 0xffffu, word >> 16u);
    let q = z * z;
    return vec4u(z.x + z.y, (q.x & 0xffffu) + (q.y & 0xffffu), (q.x >> 16u) + (q.y >> 16u), 0u);
  }
  let z = (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu);
  return vec4u(dot(z, vec4u(1u)), dot(z, z), 0u, 0u);
}

fn store(at: u32, octet: u32) {
  if (geometry.codes > 0u) {
    for (var pair = 0u; pair < 4u && 4u * octet + pair < geometry.entryWords; pair++) {
      prefixes[at + 4u * octet + pair] = counts[pair];
    }
    return;
  }
  prefixes[at] = sumZ;
  prefixes[at + 1u] = sumSquares.x;
  if (geometry.entryWords == 3u) {
    prefixes[at + 2u] = sumSquares.y;
  }
}

// Takes a chunk's sums, each half below 2²⁴, to the others.
fn fold(chunk: vec4u) {
  sumZ += chunk.x;
  sumSquares = add64(sumSquares, add64(vec2u(chunk.z << 16u, chunk.z >> 16u), vec2u(chunk.y, 0u)));
  counts += chunk;
}

fn walk(line: u32, octet: u32) {
  let first = line * (geometry.rowWords / 4u);
  let at = line * geometry.entries * geometry.entryWords;
  // Words of one entry's samples, a power of 2.
  let words = (geometry.bits << geometry.strideShift) >> 5u;
  let shift = firstTrailingBit(words);
  let last = (geometry.entries - 1u) * words;
  var chunk = vec4u(0u);
  for (var quad = 0u; 4u * quad <= last; quad += ahead) {
    // The last of a row may be of the next: no entry comes after them.
    var taken: array<vec4u, ahead>;
    for (var i = 0u; i < ahead; i++) {
      taken[i] = samples[first + quad + i];
    }
    for (var i = 0u; i < ahead; i++) {
      for (var j = 0u; j < 4u; j++) {
        let word = 4u * (quad + i) + j;
        if ((word & (words - 1u)) == 0u && word <= last) {
          fold(chunk);
          chunk = vec4u(0u);
          store(at + (word >> shift) * geometry.entryWords, octet);
        }
        chunk += weigh(taken[i][j], octet);
      }
    }
  }
}

@compute @workgroup_size(prefixRows)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * prefixRows + lane;
  if (row >= geometry.rows) {
    return;
  }
  for (var octet = 0u; octet < max(1u, (geometry.codes + 7u) / 8u); octet++) {
    sumZ = 0u;
    sumSquares = vec2u(0u);
    counts = vec4u(0u);
    walk(group.y * geometry.rows + row, octet);
  }
}
