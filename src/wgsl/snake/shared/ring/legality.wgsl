#import snake/shared/ring/ring
// requires: vertexAt
// When a closed polygon stays strictly simple, as src/snake/kernels/shared/legality.ts. Coordinates are at most 65,535, so products
// of differences fit 32 bits with their signs apart.

// Sign of a·b − c·d.
fn compareProducts(a: i32, b: i32, c: i32, d: i32) -> i32 {
  // Modulo 2³², and to 2⁻²² of the products, which are below 2³²: where that is within 2³⁰, so is the difference.
  let low = a * b - c * d;
  let about = f32(a) * f32(b) - f32(c) * f32(d);
  return select(sign(low), i32(sign(about)), abs(about) > 0x1p30f);
}

// Sign of the turn a → b → c: 1 clockwise on the screen, −1 counter-clockwise, 0 collinear.
fn turn(a: vec2i, b: vec2i, c: vec2i) -> i32 {
  let u = b - a;
  let v = c - a;
  return compareProducts(u.x, v.y, u.y, v.x);
}

fn foldsBack(a: vec2i, b: vec2i, c: vec2i) -> bool {
  let u = a - b;
  let v = c - b;
  return (compareProducts(u.x, v.y, u.y, v.x) == 0) & (compareProducts(u.x, v.x, -u.y, v.y) > 0);
}

// c, known to be collinear with a and b, lies between them.
fn between(a: vec2i, b: vec2i, c: vec2i) -> bool {
  return all((min(a, b) <= c) & (c <= max(a, b)));
}

// Whether the closed segments ab and cd have any common point.
fn touches(a: vec2i, b: vec2i, c: vec2i, d: vec2i) -> bool {
  var touch = false;
  if (!any((max(a, b) < min(c, d)) | (max(c, d) < min(a, b)))) {
    let abc = turn(a, b, c);
    let abd = turn(a, b, d);
    let cda = turn(c, d, a);
    let cdb = turn(c, d, b);
    touch = ((abc * abd < 0) & (cda * cdb < 0))
      | ((abc == 0) & between(a, b, c))
      | ((abd == 0) & between(a, b, d))
      | ((cda == 0) & between(c, d, a))
      | ((cdb == 0) & between(c, d, b));
  }
  return touch;
}

fn placeOf(i: u32) -> vec2i {
  return vec2i(vertexAt(i));
}

// Number of edges from `end` round to `start`.
fn otherEdges(start: u32, end: u32) -> u32 {
  return select(start - end, start + view.vertices - end, start < end);
}

// What isLegal() asks of an edge from vertex `start` through `p` to vertex `end` (or the one edge between them, where not
// `through`), in parts that lanes may share out: each says whether it holds. First the ends alone …
const endParts = 3u;

fn endIsLegal(start: u32, end: u32, through: bool, p: vec2i, part: u32) -> bool {
  let a = placeOf(start);
  let b = placeOf(end);
  let beyond = placeOf(select(vertexBefore(start, view.vertices), vertexAfter(end, view.vertices), part == 2u));
  // The corner at `start`, at `p` or at `end`.
  let from_ = select(select(a, beyond, part == 0u), select(a, p, through), part == 2u);
  let corner = select(select(p, a, part == 0u), b, part == 2u);
  let to = select(select(b, select(b, p, through), part == 0u), beyond, part == 2u);
  let moves = (part == 2u) | any(corner != to);
  return ((part == 1u) & !through) | (moves & !foldsBack(from_, corner, to));
}

// … then, in two parts each, the edges from `end` round to `start`: may the first new edge stand beside it, and the
// second?
fn edgeIsLegal(start: u32, end: u32, through: bool, p: vec2i, e: u32, second: bool) -> bool {
  let i = end + e;
  let c = placeOf(select(i, i - view.vertices, i >= view.vertices));
  let d = placeOf(select(i + 1u, i + 1u - view.vertices, i + 1u >= view.vertices));
  let first = e == 0u;
  let last = e + 1u == otherEdges(start, end);
  // An edge that shares a vertex with a new one touches it there.
  let shares = select(last | (first & !through), first, second);
  let from_ = select(placeOf(start), p, second);
  let to = select(placeOf(end), p, through & !second);
  var legal = shares | (second & !through);
  if (!legal) {
    legal = !touches(from_, to, c, d);
  }
  return legal;
}

// A vertex with a name, which identifies shared vertices: name in x, position in yz.
fn named(name: u32, place: vec2u) -> vec3i {
  return vec3i(i32(name), vec2i(place));
}

// Whether the edges ab and cd meet in more than a shared vertex.
fn edgesClash(a: vec3i, b: vec3i, c: vec3i, d: vec3i) -> bool {
  let cShared = (b.x == c.x) | (a.x == c.x);
  let dShared = (d.x == a.x) | (b.x == d.x);
  // Which end of ab is shared, in the order in which they are asked for: b with c, a with d, a with c, b with d.
  let atB = (b.x == c.x) | ((d.x != a.x) & (a.x != c.x));
  let withC = (b.x == c.x) | ((d.x != a.x) & (a.x == c.x));
  var clash: bool;
  if (cShared | dShared) {
    clash = foldsBack(select(b.yz, a.yz, atB), select(a.yz, b.yz, atB), select(c.yz, d.yz, withC));
  } else {
    clash = touches(a.yz, b.yz, c.yz, d.yz);
  }
  return clash;
}
