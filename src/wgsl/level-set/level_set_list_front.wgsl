#import level-set/shared/tiling
#import level-set/shared/compaction
// The numbers of the tiles that the front crosses, in ascending order: list[0] of them, from list[1] on. One workgroup.
// CPU kernel: src/level-set/kernels/level_set_list_front.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> status: array<u32>;
@group(0) @binding(2) var<storage, read> crossed: array<u32>;
@group(0) @binding(3) var<storage, read_write> list: array<u32>;
// One bit a place in the list, cleared here.
@group(0) @binding(4) var<storage, read_write> unstable: array<u32>;

override skips: u32;

@compute @workgroup_size(crew)
fn main(@builtin(local_invocation_index) lane: u32) {
  if ((status[Status_over] & skips) != 0u) {
    if (lane == 0u) {
      list[0] = 0u;
    }
    return;
  }
  if ((status[Status_stopped] & (skips >> 1u)) != 0u) {
    return;
  }
  let words = (tiling.tiles + 31u) / 32u;
  let share = (words + crew - 1u) / crew;
  let first = min(lane * share, words);
  let last = min(first + share, words);
  var own = 0u;
  for (var word = first; word < last; word++) {
    own += countOneBits(crossed[word]);
  }
  let place = sumBefore(lane, own);
  var at = place.x + 1u;
  for (var word = first; word < last; word++) {
    for (var bits = crossed[word]; bits != 0u; bits &= bits - 1u) {
      list[at] = 32u * word + countTrailingZeros(bits);
      at++;
    }
  }
  for (var word = lane; word < (place.y + 31u) / 32u; word += crew) {
    unstable[word] = 0u;
  }
  if (lane == 0u) {
    list[0] = place.y;
  }
}
