// Planes of bits, a row in whole tiles: one bit a pixel, or two, there and waiting.
// requires: part
#constants linear-features/kernels/shared/thinning-words: TILE

const there = 0x55555555u;
const waits = 0xaaaaaaaau;

// Words of a row with one bit a pixel.
fn row_words() -> u32 {
  return (part.width + TILE - 1u) / TILE;
}

// The bits that are set, two apart.
fn spread(bits: u32) -> u32 {
  var apart = bits;
  apart = (apart | (apart << 8u)) & 0x00ff00ffu;
  apart = (apart | (apart << 4u)) & 0x0f0f0f0fu;
  apart = (apart | (apart << 2u)) & 0x33333333u;
  return (apart | (apart << 1u)) & there;
}
