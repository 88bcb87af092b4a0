// requires: triedExtra, triedMoment
// What is scored in a kernel that tries candidates alone.

fn targetMoment(i: u32) -> vec2u {
  return triedMoment(i);
}

fn targetExtra(i: u32) -> u32 {
  return triedExtra(i);
}
