#import snake/shared/score/serial_score
#import snake/shared/ring/edge_length
#constants snake/kernels/shared/layout: L, B
// The rectangle on the lattice with the shortest description. CPU kernel: src/snake/kernels/best_rectangle.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> lattice: array<u32>;
@group(0) @binding(2) var<storage, read> column_sums: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> best: array<u32>;

const crew = 64u;

var<workgroup> leastScores: array<vec4u, crew>;
// Where in the order of left, right, top, bottom.
var<workgroup> places: array<u32, crew>;

// Lines left, right, top, bottom of the current rectangle.
var<private> lines: vec4u;

fn x(line: u32) -> u32 {
  return lattice[L_lines + line];
}

fn y(line: u32) -> u32 {
  return lattice[L_lines + lattice[L_cells] + 1u + line];
}

fn momentWithin(sides: vec4u, i: u32) -> vec2u {
  let cells = lattice[L_cells];
  var sum = vec2u(0u);
  for (var cellRow = sides.z; cellRow < sides.w; cellRow++) {
    sum = add64(sum, column_sums[(sides.y * cells + cellRow) * geometry.moments + i]);
    sum = sub64(sum, column_sums[(sides.x * cells + cellRow) * geometry.moments + i]);
  }
  return sum;
}

fn targetMoment(i: u32) -> vec2u {
  return momentWithin(lines, i);
}

fn domainMoment(i: u32) -> vec2u {
  let cells = lattice[L_cells];
  return momentWithin(vec4u(0u, cells, 0u, cells), i);
}

fn targetExtras() -> vec4u {
  let size = vec2u(x(lines.y) - x(lines.x), y(lines.w) - y(lines.z));
  return vec4u(4u, 2u * size, 2u * (edgeLength(vec2u(size.x, 0u)) + edgeLength(vec2u(0u, size.y))));
}

// Is it a rectangle, not the whole domain, that holds the point where one is asked for?
fn isWanted(cells: u32) -> bool {
  let size = lines.yw - lines.xz;
  let isRectangle = all(lines.xz < lines.yw) & any(size != vec2u(cells));
  let p = vec2u(lattice[L_x], lattice[L_y]);
  let low = vec2u(x(lines.x), y(lines.z));
  let high = vec2u(x(lines.y), y(lines.w));
  return isRectangle & (all((p >= low) & (p < high)) | (lattice[L_pinned] == 0u));
}

// Digits in base cells + 1.
fn linesAt(place: u32, base: u32) -> vec4u {
  let low = place / base;
  let high = low / base;
  return vec4u(high / base, high % base, low % base, place % base);
}

@compute @workgroup_size(crew)
fn main(@builtin(local_invocation_index) lane: u32) {
  let cells = lattice[L_cells];
  let base = cells + 1u;
  let none = base * base * base * base;
  var least = worst;
  var leastPlace = none;
  for (var place = lane; place < none; place += crew) {
    lines = linesAt(place, base);
    if (isWanted(cells)) {
      let score = scoreOfRow(true);
      let better = lessSigned128(score, least);
      least = select(least, score, better);
      leastPlace = select(leastPlace, place, better);
    }
  }
  leastScores[lane] = least;
  places[lane] = leastPlace;
  workgroupBarrier();
  if (lane != 0u) {
    return;
  }
  for (var i = 1u; i < crew; i++) {
    let score = leastScores[i];
    let better = lessSigned128(score, least) | (all(score == least) & (places[i] < leastPlace));
    least = select(least, score, better);
    leastPlace = select(leastPlace, places[i], better);
  }
  if (leastPlace == none) {
    best[B_found] = 0u;
    return;
  }
  let found = linesAt(leastPlace, base);
  let words = array<u32, 5>(found.x, found.z, found.y, found.w, 1u);
  for (var i = 0u; i < 5u; i++) {
    best[B_left + i] = words[i];
  }
}
