// requires: acceptedExtra, acceptedMoment
// What is scored in a kernel that closes steps alone.

fn targetMoment(i: u32) -> vec2u {
  return acceptedMoment(i);
}

fn targetExtra(i: u32) -> u32 {
  return acceptedExtra(i);
}
