// requires: acceptedExtras, acceptedMoment
// What is scored in a kernel that closes steps alone.

fn targetMoment(i: u32) -> vec2u {
  return acceptedMoment(i);
}

fn targetExtras() -> vec4u {
  return acceptedExtras();
}
