#import snake/shared/ring/ring
// requires: ring
// A vertex, read from where the ring is stored.

fn vertexAt(i: u32) -> vec2u {
  return vec2u(ring[view.ringAt + 2u * i], ring[view.ringAt + 2u * i + 1u]);
}

// Where the ring is stored it has been changed.
fn noteVertex(_i: u32, _there: vec2u) {}
