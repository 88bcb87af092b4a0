#import snake/shared/state/layout
#import common/u64
// Row prefixes at every stride-th column: one workgroup a row of a plane. CPU kernel: src/snake/kernels/strided_prefixes.ts.
// A sample takes 8 or 16 bits, a stride at least one word and at most 256 columns.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> samples: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;

// A workgroup does a tile of its row at a time, each lane some units of four words side by side.
const lanesInTile = 64u;
const unitsOfLane = 4u;
const tile = lanesInTile * unitsOfLane;

var<workgroup> sums: array<vec4u, lanesInTile>;
var<workgroup> groups: array<vec4u, lanesInTile / 8u>;
var<workgroup> whole: vec4u;

// Sums over the samples of one word: Σz, Σz² modulo 2³², and of ⌊z² / 2¹⁶⌋; or, of the codes 8·octet to 8·octet + 7, the
// counts, two a word.
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
    return vec4u(z.x + z.y, q.x + q.y, (q.x >> 16u) + (q.y >> 16u), 0u);
  }
  let z = (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu);
  return vec4u(dot(z, vec4u(1u)), dot(z, z), 0u, 0u);
}

fn weighUnit(unit: vec4u, octet: u32) -> vec4u {
  return weigh(unit.x, octet) + weigh(unit.y, octet) + weigh(unit.z, octet) + weigh(unit.w, octet);
}

// Inclusive sums over the tile's lanes, which hold at most 2¹³ samples: all but Σz² are < 2³². Groups of 8 lanes first,
// for few barriers.
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
  if (lane == lanesInTile - 1u) {
    whole = sum;
  }
  workgroupBarrier();
  return sum;
}

// A unit of the row; 0 beyond its end.
fn unitAt(line: u32, unit: u32) -> vec4u {
  let perRow = geometry.rowWords / 4u;
  return select(vec4u(0u), samples[line * perRow + min(unit, perRow - 1u)], unit < perRow);
}

// The units of a lane. No array: one that a loop goes through would be put in memory.
struct Units {
  a: vec4u,
  b: vec4u,
  c: vec4u,
  d: vec4u,
}

fn unitsFrom(line: u32, first: u32) -> Units {
  return Units(unitAt(line, first), unitAt(line, first + 1u), unitAt(line, first + 2u), unitAt(line, first + 3u));
}

fn unitOf(units: Units, place: u32) -> vec4u {
  return select(select(units.a, units.b, place == 1u), select(units.c, units.d, place == 3u), place >= 2u);
}

fn weighUnits(units: Units, octet: u32) -> vec4u {
  var sum = vec4u(0u);
  // A loop whose turns no compiler knows, as a row has 4 words or more: it would put the text there four times.
  for (var place = 0u; place < min(unitsOfLane, geometry.rowWords); place++) {
    sum += weighUnit(unitOf(units, place), octet);
  }
  return sum;
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
    for (var pair = 0u; (pair < 4u) & (4u * octet + pair < geometry.entryWords); pair++) {
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

// Stores the prefix if an entry begins at the column.
fn storeAt(line: u32, column: u32, octet: u32, prefix: Prefix) {
  let inStride = (1u << geometry.strideShift) - 1u;
  let entry = column >> geometry.strideShift;
  if (((column & inStride) == 0u) & (entry < geometry.entries)) {
    store(line, entry, octet, prefix);
  }
}

@compute @workgroup_size(lanesInTile)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.y * geometry.rows + group.x;
  let perWord = 32u / geometry.bits;
  let perUnit = 4u * perWord;
  // Up to the unit in which the last entry begins.
  let units = ((geometry.entries - 1u) << geometry.strideShift) / perUnit + 1u;
  let oneEach = (1u << geometry.strideShift) >= unitsOfLane * perUnit;
  let octets = max(1u, (geometry.codes + 7u) / 8u);
  for (var octet = 0u; octet < octets; octet++) {
    var carry = Prefix(vec4u(0u), vec2u(0u));
    var held = unitsFrom(line, unitsOfLane * lane);
    for (var first = 0u; first < units; first += tile) {
      let unit = first + unitsOfLane * lane;
      // Loaded while this tile is summed.
      let next = unitsFrom(line, unit + tile);
      let own = weighUnits(held, octet);
      var prefix = addTo(carry, scan(lane, own) - own);
      for (var word = 0u; word < select(4u * unitsOfLane, 1u, oneEach); word++) {
        storeAt(line, unit * perUnit + word * perWord, octet, prefix);
        prefix = addTo(prefix, weigh(unitOf(held, word >> 2u)[word & 3u], octet));
      }
      carry = addTo(carry, whole);
      held = next;
    }
  }
}

// Σz² of a share of at most 2¹⁶ samples.
fn join(share: vec4u) -> vec2u {
  let high = share.z << 16u;
  return add64(vec2u(high, share.z >> 16u), vec2u(share.y - high, 0u));
}
