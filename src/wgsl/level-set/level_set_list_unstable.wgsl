#import level-set/shared/tiling
#import level-set/shared/compaction
// The tiles that cycle one runs next: the unstable ones, or, while there is any, all that the front crosses. If there is none, the
// stop condition is met. One workgroup. CPU kernel: src/level-set/kernels/level_set_list_unstable.ts.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read_write> status: array<u32>;
@group(0) @binding(2) var<storage, read> list: array<u32>;
@group(0) @binding(3) var<storage, read> unstable: array<u32>;
@group(0) @binding(4) var<storage, read_write> active_: array<u32>;

// 1 after a launch of cycle one: none unstable means stopped.
override tests: u32;
// 1 before a launch of cycle one.
override launches: u32;

var<workgroup> halted: u32;

@compute @workgroup_size(crew)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    halted = status[Status_over] | status[Status_stopped];
  }
  if (workgroupUniformLoad(&halted) != 0u) {
    if (lane == 0u) {
      active_[0] = 0u;
    }
    return;
  }
  let places = list[0];
  let words = (places + 31u) / 32u;
  let share = (words + crew - 1u) / crew;
  let first = min(lane * share, words);
  let last = min(first + share, words);
  var own = 0u;
  for (var word = first; word < last; word++) {
    own += countOneBits(unstable[word]);
  }
  let place = sumBefore(lane, own);
  let all_ = tiling.unstableOnly == 0u && place.y > 0u;
  if (all_) {
    for (var at = lane; at < places; at += crew) {
      active_[1u + at] = list[1u + at];
    }
  } else {
    var at = place.x + 1u;
    for (var word = first; word < last; word++) {
      for (var bits = unstable[word]; bits != 0u; bits &= bits - 1u) {
        active_[at] = list[1u + 32u * word + countTrailingZeros(bits)];
        at++;
      }
    }
  }
  if (lane == 0u) {
    let count = select(place.y, places, all_);
    active_[0] = count;
    if (tests != 0u && place.y == 0u) {
      status[Status_stopped] = 1u;
    } else if (launches != 0u) {
      status[Status_steps] += 1u;
      status[Status_front] += places;
      status[Status_active] += count;
    }
  }
}
