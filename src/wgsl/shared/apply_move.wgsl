#import ranks
// Puts a node where its candidate takes it, as src/snake/move_nodes.ts. The kernel declares what it binds.

fn applyMove(candidate: u32) {
  let nodes = view.contour * geometry.capacity;
  let i = nodeOf(candidate);
  let before = nodeBefore(i, view.nodes);
  let there = moved(nodeAt(i), candidate);
  ring[view.ringAt + 2u * i] = there.x;
  ring[view.ringAt + 2u * i + 1u] = there.y;
  let segment = 2u * (view.contour * candidateCapacity() + candidate) * geometry.moments;
  for (var m = 0u; m < geometry.moments; m++) {
    edges[(nodes + before) * geometry.moments + m] = segment_sums[segment + m];
    edges[(nodes + i) * geometry.moments + m] = segment_sums[segment + geometry.moments + m];
  }
  waiting[nodes + before] = 0u;
  waiting[nodes + i] = 0u;
  waiting[nodes + nodeAfter(i, view.nodes)] = 0u;
}
