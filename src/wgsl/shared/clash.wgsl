#import legality
// Would the new edges of two candidates, each legal alone, meet in more than a shared node? As src/snake/clash.ts.

fn clashes(a: u32, b: u32) -> bool {
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
    return edgesClash(p, n, q, m);
  }
  let x = named(i, moved(nodeAt(i), a));
  let y = named(j, moved(nodeAt(j), b));
  return edgesClash(p, x, q, y) || edgesClash(p, x, y, m) || edgesClash(x, n, q, y) || edgesClash(x, n, y, m);
}
