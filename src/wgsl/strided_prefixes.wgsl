#import layout
#import u64
// Row prefixes at every stride-th column: one workgroup a row of a plane. Twin: src/snake/strided_prefixes.ts.
// A sample takes 8 or 16 bits, a stride at least one word and at most 256 columns.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;

// Entries that a row's workgroup does at a time.
const tile = 128u;

var<workgroup> sums: array<vec4u, tile>;
var<workgroup> groups: array<vec4u, tile / 8u>;
var<workgroup> whole: vec4u;

// Sums over the samples of one word: Σz, and Σz² in halves below and above 16 bits; or, of the codes 8·octet to
// 8·octet + 7, the counts, two a word.
fn weigh(word: u32, octet: u32) -> vec4u {
  if (geometry.codes > 0u) {
    var counts = vec4u(0u);
    for (var shift = 0u; shift < 32u; shift += 8u) {
      let code = ((word >> shift) & 0xffu) - 8u * octet;
      counts += select(vec4u(0u), vec4u(1u << (16u * (code & 1u))), vec4u(code >> 1u) == vec4u(0u, 1u, 2u, 3u));
    }
    return counts;
  }
  if (geometry.bits == 16u) {
    let z = vec2u(word & 0xffffu, word >> 16u);
    let q = z * z;
    return vec4u(z.x + z.y, (q.x & 0xffffu) + (q.y & 0xffffu), (q.x >> 16u) + (q.y >> 16u), 0u);
  }
  let z = (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu);
  return vec4u(dot(z, vec4u(1u)), dot(z, z), 0u, 0u);
}

// The samples of one entry, four words at a time, so that their ways from memory overlap. The last chunk of a row may
// run into the next: no entry comes after it.
fn weighChunk(at: u32, words: u32, octet: u32) -> vec4u {
  var sum = vec4u(0u);
  for (var word = 0u; word < words; word += 4u) {
    let four = vec4u(samples[at + word], samples[at + word + 1u], samples[at + word + 2u], samples[at + word + 3u]);
    sum += weigh(four.x, octet);
    if (words > 1u) {
      sum += weigh(four.y, octet);
    }
    if (words > 2u) {
      sum += weigh(four.z, octet) + weigh(four.w, octet);
    }
  }
  return sum;
}

// Inclusive sums over the tile's lanes: < 2³² in every component, for a tile holds at most 2¹⁵ samples. Groups of 8
// lanes first, for few barriers.
fn scan(lane: u32, own: vec4u) -> vec4u {
  sums[lane] = own;
  workgroupBarrier();
  let group = lane & ~7u;
  var sum = own;
  for (var i = group; i < lane; i++) {
    sum += sums[i];
  }
  if (lane - group == 7u) {
    groups[lane >> 3u] = sum;
  }
  workgroupBarrier();
  for (var i = 0u; i < lane / 8u; i++) {
    sum += groups[i];
  }
  if (lane == tile - 1u) {
    whole = sum;
  }
  workgroupBarrier();
  return sum;
}

@compute @workgroup_size(tile)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.y * geometry.rows + group.x;
  let from_ = line * geometry.rowWords;
  // Words of one entry's samples, a power of 2.
  let words = (geometry.bits << geometry.strideShift) >> 5u;
  let octets = max(1u, (geometry.codes + 7u) / 8u);
  for (var octet = 0u; octet < octets; octet++) {
    var s = 0u;
    var counts = vec4u(0u);
    var q = vec2u(0u);
    for (var first = 0u; first < geometry.entries; first += tile) {
      let own = weighChunk(from_ + (first + lane) * words, words, octet);
      let before = scan(lane, own) - own;
      let entry = first + lane;
      if (entry < geometry.entries) {
        let to = (line * geometry.entries + entry) * geometry.entryWords;
        if (geometry.codes > 0u) {
          for (var pair = 0u; pair < 4u && 4u * octet + pair < geometry.entryWords; pair++) {
            prefixes[to + 4u * octet + pair] = counts[pair] + before[pair];
          }
        } else {
          let squares = add64(q, join(before));
          prefixes[to] = s + before.x;
          prefixes[to + 1u] = squares.x;
          if (geometry.entryWords == 3u) {
            prefixes[to + 2u] = squares.y;
          }
        }
      }
      let all = whole;
      s += all.x;
      q = add64(q, join(all));
      counts += all;
    }
  }
}

// Σz² from its halves.
fn join(halves: vec4u) -> vec2u {
  return add64(vec2u(halves.z << 16u, halves.z >> 16u), vec2u(halves.y, 0u));
}
