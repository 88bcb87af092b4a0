#import legality
// Would the new edges of two candidates, each legal alone, meet in more than a shared node? As src/snake/clash.ts. A
// removal has one new edge, a move two, so there are four pairs to look at, which lanes may share out.

const clashParts = 4u;

fn partClashes(a: u32, b: u32, part: u32) -> bool {
  let i = nodeOf(a);
  let j = nodeOf(b);
  let before = nodeBefore(i, view.nodes);
  let after = nodeAfter(i, view.nodes);
  let otherBefore = nodeBefore(j, view.nodes);
  let otherAfter = nodeAfter(j, view.nodes);
  let p = named(before, nodeAt(before));
  let n = named(after, nodeAt(after));
  let q = named(otherBefore, nodeAt(otherBefore));
  let m = named(otherAfter, nodeAt(otherAfter));
  if (view.phase == Phase_prune) {
    return part == 0u && edgesClash(p, n, q, m);
  }
  let x = named(i, moved(nodeAt(i), a));
  let y = named(j, moved(nodeAt(j), b));
  let late = (part & 2u) != 0u;
  let otherLate = (part & 1u) != 0u;
  return edgesClash(select(p, x, late), select(x, n, late), select(q, y, otherLate), select(y, m, otherLate));
}

fn clashes(a: u32, b: u32) -> bool {
  for (var part = 0u; part < clashParts; part++) {
    if (partClashes(a, b, part)) {
      return true;
    }
  }
  return false;
}
