#import snake/shared/ring/ring
// requires: crew, mostVertices, ring
// The ring, held by a workgroup: one word a vertex, x in the lower half.

var<workgroup> heldRing: array<u32, mostVertices>;

// The caller must add a barrier.
fn holdRing(lane: u32) {
  for (var i = lane; i < view.vertices; i += crew) {
    heldRing[i] = ring[view.ringAt + 2u * i] | (ring[view.ringAt + 2u * i + 1u] << 16u);
  }
}

fn vertexAt(i: u32) -> vec2u {
  let vertex = heldRing[i];
  return vec2u(vertex & 0xffffu, vertex >> 16u);
}

// Updates the held copy after a vertex has moved.
fn noteVertex(i: u32, there: vec2u) {
  heldRing[i] = there.x | (there.y << 16u);
}
