// requires: acceptedExtras, acceptedMoment
// What is scored in a kernel where all that is judged is a row of `totals` or the ring.

fn targetMoment(i: u32) -> vec2u {
  return acceptedMoment(i);
}

fn targetExtras() -> vec4u {
  return acceptedExtras();
}
