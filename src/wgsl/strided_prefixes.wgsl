#import layout
#import u64
// Row prefixes at every stride-th column: one workgroup a row of a plane. Twin: src/snake/strided_prefixes.ts.
// A sample takes 8 or 16 bits, a stride at least one word and at most 256 columns.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> samples: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;

// Units of four words that a row's workgroup does at a time, one a lane: neighbours read what lies side by side.
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

// Inclusive sums over the tile's lanes: < 2³² in every component, for a tile holds at most 2¹¹ samples. Groups of 8
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

// A unit of the row; nothing beyond its end.
fn unitAt(line: u32, unit: u32) -> vec4u {
  let perRow = geometry.rowWords / 4u;
  if (unit < perRow) {
    return samples[line * perRow + unit];
  }
  return vec4u(0u);
}

// Of what lies left of an entry in the row: Σz or counts in `sum`, Σz² in `squares`.
struct Prefix {
  sum: vec4u,
  squares: vec2u,
}

fn addTo(prefix: Prefix, share: vec4u) -> Prefix {
  return Prefix(prefix.sum + share, add64(prefix.squares, join(share)));
}

fn store(line: u32, entry: u32, octet: u32, prefix: Prefix) {
  let to = (line * geometry.entries + entry) * geometry.entryWords;
  if (geometry.codes > 0u) {
    for (var pair = 0u; pair < 4u && 4u * octet + pair < geometry.entryWords; pair++) {
      prefixes[to + 4u * octet + pair] = prefix.sum[pair];
    }
    return;
  }
  prefixes[to] = prefix.sum.x;
  prefixes[to + 1u] = prefix.squares.x;
  if (geometry.entryWords == 3u) {
    prefixes[to + 2u] = prefix.squares.y;
  }
}

@compute @workgroup_size(tile)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.y * geometry.rows + group.x;
  let perWord = 32u / geometry.bits;
  let inStride = (1u << geometry.strideShift) - 1u;
  // Up to the unit in which the last entry begins.
  let units = ((geometry.entries - 1u) << geometry.strideShift) / (4u * perWord) + 1u;
  let octets = max(1u, (geometry.codes + 7u) / 8u);
  for (var octet = 0u; octet < octets; octet++) {
    var carry = Prefix(vec4u(0u), vec2u(0u));
    var unit = unitAt(line, lane);
    for (var first = 0u; first < units; first += tile) {
      // On its way while this one is summed.
      let next = unitAt(line, first + tile + lane);
      var shares = array<vec4u, 4>(weigh(unit.x, octet), weigh(unit.y, octet), weigh(unit.z, octet), weigh(unit.w, octet));
      let own = shares[0] + shares[1] + shares[2] + shares[3];
      var prefix = addTo(carry, scan(lane, own) - own);
      for (var word = 0u; word < 4u; word++) {
        let column = (4u * (first + lane) + word) * perWord;
        let entry = column >> geometry.strideShift;
        if ((column & inStride) == 0u && entry < geometry.entries) {
          store(line, entry, octet, prefix);
        }
        prefix = addTo(prefix, shares[word]);
      }
      carry = addTo(carry, whole);
      unit = next;
    }
  }
}

// Σz² from its halves.
fn join(halves: vec4u) -> vec2u {
  return add64(vec2u(halves.z << 16u, halves.z >> 16u), vec2u(halves.y, 0u));
}
