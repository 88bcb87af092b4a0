// Where an edge crosses the centre lines of rows: u32 only, exact for coordinates up to 65,535 (ALGORITHMS A.7).

struct Edge {
  x0: u32,
  dy: u32,
  // ⌊dx / dy⌋ and the remainder, 0 ≤ remainder < dy.
  quotient: i32,
  remainder: u32,
  // ⌊(quotient − 1) / 2⌋ and what is left of it, 0 or 1.
  half: i32,
  odd: u32,
}

// From (x0, y0) down to (x1, y1), y0 < y1.
fn makeEdge(x0: u32, y0: u32, x1: u32, y1: u32) -> Edge {
  let dy = y1 - y0;
  var quotient: i32;
  var remainder: u32;
  if (x1 >= x0) {
    quotient = i32((x1 - x0) / dy);
    remainder = (x1 - x0) % dy;
  } else {
    let back = x0 - x1;
    quotient = -i32((back + dy - 1u) / dy);
    remainder = (dy - back % dy) % dy;
  }
  let less = quotient - 1;
  return Edge(x0, dy, quotient, remainder, less >> 1u, u32(less & 1));
}

// Pixel centres of row y0 + t that lie strictly left of the edge, 0 ≤ t < dy: may be negative or exceed the width.
fn crossing(edge: Edge, t: u32) -> i32 {
  let product = edge.remainder * t;
  let whole = product / edge.dy;
  let rest = product - whole * edge.dy;
  // ⌈numerator / 2dy⌉, where numerator < 4dy.
  let numerator = 2u * rest + edge.odd * edge.dy + edge.remainder;
  let ceiling = i32(numerator > 0u) + i32(numerator > 2u * edge.dy);
  return i32(edge.x0) + edge.quotient * i32(t) + edge.half + i32(whole) + ceiling;
}
