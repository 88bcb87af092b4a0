#import snake/shared/ring/candidates
#import snake/shared/ring/crossing
#import snake/shared/sums/row_sums
// requires: boundRows, crew, domainWidth, firstRow, geometry, putMoment, shares
// Sums of segments over the rows that they cross, of those that are bound; lanes share out the rows. `crew` is
// the lanes of the workgroup; putMoment(i, value) takes one moment of a segment. `shares` has one vec4u per lane: Σz in xy and Σz² in zw; or the
// counts of four codes, each < 2³².

struct Segment {
  edge: Edge,
  top: u32,
  // Rows that are bound.
  first: u32,
  end: u32,
  down: bool,
}

// From xy to zw.
fn segmentFrom(ends: vec4u) -> Segment {
  let down = ends.y < ends.w;
  let upper = select(ends.zw, ends.xy, down);
  let lower = select(ends.xy, ends.zw, down);
  let edge = makeEdge(upper.x, upper.y, lower.x, max(lower.y, upper.y + 1u));
  let end = min(lower.y, firstRow() + boundRows());
  return Segment(edge, upper.y, max(upper.y, firstRow()), end, down);
}

// Columns that each lane has counted.
var<workgroup> partialColumns: array<u32, crew>;

// Sums of one pass over the rows `offset`, `offset + step`, … of the segment.
fn sumRows(lane: u32, segment: Segment, offset: u32, step: u32, pass_: u32) {
  var sums = vec4u(0u);
  var columns = 0u;
  for (var r = segment.first + offset; r < segment.end; r += step) {
    let column = u32(clamp(crossing(segment.edge, r - segment.top), 0, i32(domainWidth())));
    let row = r - firstRow();
    columns += column;
    sums = addRow(sums, row, column, pass_);
  }
  shares[lane] = sums;
  partialColumns[lane] = columns;
}

// Adds up the shares of each segment's `width` lanes, a power of 2; the sums are in those of its first.
fn gatherRows(lane: u32, width: u32) {
  for (var reach = width / 2u; reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane % width < reach) {
      let a = shares[lane];
      let b = shares[lane + reach];
      shares[lane] = select(vec4u(add64(a.xy, b.xy), add64(a.zw, b.zw)), a + b, geometry.codes > 0u);
      partialColumns[lane] += partialColumns[lane + reach];
    }
  }
  workgroupBarrier();
}

// Pixels of the domain left of the segment, as far as passes have counted them.
var<private> inside: vec2u;

fn putSigned(i: u32, value: vec2u, down: bool) {
  putMoment(i, select(negate64(value), value, down));
}

// The moments of the pass whose sums `lane` has gathered; after the last, the number of pixels.
fn putPass(lane: u32, pass_: u32, down: bool) {
  let all_ = shares[lane];
  let coded = geometry.codes > 0u;
  inside = select(inside, vec2u(select(partialColumns[lane], 0u, geometry.masked != 0u), 0u), pass_ == 0u);
  // Four codes, or the sums of a plane; the mask's are the pixels.
  let first = select(2u, 4u, coded) * pass_;
  let count = select(select(2u, 0u, pass_ == geometry.planes), min(4u, geometry.codes - first), coded);
  inside = select(inside, all_.xy, !coded & (pass_ == geometry.planes));
  for (var i = 0u; i < count; i++) {
    let counted = vec2u(all_[i], 0u);
    putSigned(1u + first + i, select(select(all_.xy, all_.zw, i == 1u), counted, coded), down);
    inside = add64(inside, select(vec2u(0u), counted, coded & (geometry.masked != 0u)));
  }
  if (pass_ + 1u == passesOf()) {
    putSigned(0u, inside, down);
  }
}
