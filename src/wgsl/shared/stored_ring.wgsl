#import ring
// A node, read from where the ring is stored. The kernel declares `ring`.

fn nodeAt(i: u32) -> vec2u {
  return vec2u(ring[view.ringAt + 2u * i], ring[view.ringAt + 2u * i + 1u]);
}
