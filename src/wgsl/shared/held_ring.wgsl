#import ring
// The ring, held by a workgroup: one word a node, x in the lower half. The kernel declares `ring` and `mostNodes`.

var<workgroup> heldRing: array<u32, mostNodes>;

// To be followed by a barrier.
fn holdRing(lane: u32) {
  for (var i = lane; i < view.nodes; i += crew) {
    heldRing[i] = ring[view.ringAt + 2u * i] | (ring[view.ringAt + 2u * i + 1u] << 16u);
  }
}

fn nodeAt(i: u32) -> vec2u {
  let node = heldRing[i];
  return vec2u(node & 0xffffu, node >> 16u);
}
