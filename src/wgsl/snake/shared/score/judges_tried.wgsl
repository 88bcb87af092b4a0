// requires: triedExtras, triedMoment
// What is scored in a kernel that tries candidates alone.

fn targetMoment(i: u32) -> vec2u {
  return triedMoment(i);
}

fn targetExtras() -> vec4u {
  return triedExtras();
}
