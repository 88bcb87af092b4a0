#import snake/shared/ring/legality
// requires: vertexAt
// Whether the new edges of two candidates, each legal alone, meet in more than a shared vertex, as src/snake/kernels/shared/clash.ts. A
// removal has one new edge, a move two, so there are four pairs to test, which lanes may share.

const clashParts = 4u;

fn partClashes(a: u32, b: u32, part: u32) -> bool {
  let i = vertexOf(a);
  let j = vertexOf(b);
  let before = vertexBefore(i, view.vertices);
  let after = vertexAfter(i, view.vertices);
  let otherBefore = vertexBefore(j, view.vertices);
  let otherAfter = vertexAfter(j, view.vertices);
  let p = named(before, vertexAt(before));
  let n = named(after, vertexAt(after));
  let q = named(otherBefore, vertexAt(otherBefore));
  let m = named(otherAfter, vertexAt(otherAfter));
  let prunes = view.phase == Phase_prune;
  let x = named(i, moved(vertexAt(i), a));
  let y = named(j, moved(vertexAt(j), b));
  let late = (part & 2u) != 0u;
  let otherLate = (part & 1u) != 0u;
  let to = select(x, n, late | prunes);
  let otherTo = select(y, m, otherLate | prunes);
  return !(prunes & (part != 0u)) & edgesClash(select(p, x, late), to, select(q, y, otherLate), otherTo);
}

fn clashes(a: u32, b: u32) -> bool {
  var clash = false;
  for (var part = 0u; !clash & (part < select(clashParts, 1u, view.phase == Phase_prune)); part++) {
    clash = partClashes(a, b, part);
  }
  return clash;
}
