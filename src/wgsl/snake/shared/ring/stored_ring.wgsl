#import snake/shared/ring/ring
// requires: ring
// A vertex, read from where the ring is stored.

fn vertexAt(i: u32) -> vec2u {
  return vec2u(ring[view.ringAt + 2u * i], ring[view.ringAt + 2u * i + 1u]);
}

// There is no copy to update.
fn noteVertex(_i: u32, _there: vec2u) {}
