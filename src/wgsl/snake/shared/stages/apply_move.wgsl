#import snake/shared/ring/ring
#import snake/shared/stages/ranks
// requires: edges, geometry, noteVertex, ring, segment_sums, vertexAt, waiting
// Puts a vertex where its candidate takes it, as src/snake/kernels/shared/closing-moves.ts.

fn applyMove(candidate: u32) {
  let vertices = view.firstVertex;
  let i = vertexOf(candidate);
  let before = vertexBefore(i, view.vertices);
  let there = moved(vertexAt(i), candidate);
  ring[view.ringAt + 2u * i] = there.x;
  ring[view.ringAt + 2u * i + 1u] = there.y;
  noteVertex(i, there);
  let segment = 2u * (view.firstCandidate + candidate) * geometry.moments;
  for (var m = 0u; m < geometry.moments; m++) {
    edges[(vertices + before) * geometry.moments + m] = segment_sums[segment + m];
    edges[(vertices + i) * geometry.moments + m] = segment_sums[segment + geometry.moments + m];
  }
  waiting[vertices + before] = 0u;
  waiting[vertices + i] = 0u;
  waiting[vertices + vertexAfter(i, view.vertices)] = 0u;
}
