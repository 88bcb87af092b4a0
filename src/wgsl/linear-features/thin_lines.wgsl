// Thins tiles from `before` to `after`, each pixel in its turn. A workgroup a tile. CPU kernel: src/linear-features/kernels/thin_lines.ts.
#import linear-features/shared/line_bits
#constants linear-features/kernels/shared/thinning-words: Thinning, Mode, STEPS
#struct Part = linear-features/kernels/shared/part-words: P

@group(0) @binding(0) var<uniform> part: Part;
@group(0) @binding(1) var<storage, read> response: array<u32>;
@group(0) @binding(2) var<storage, read> before: array<u32>;
@group(0) @binding(3) var<storage, read_write> after: array<u32>;
@group(0) @binding(4) var<storage, read_write> again: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> strong: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> thinning: array<atomic<u32>>;

const lanes = 256u;
const per_lane = TILE * TILE / lanes;
// A tile and one pixel around it.
const wide = TILE + 2u;
const cell_count = wide * wide;

// Bits of a cell; its step of strength is above them, of those that wait.
const is_there = 1u;
const is_waiting = 2u;
const is_again = 4u;
const is_strong = 8u;
const step_bit = 4u;

// E, SE, S, SW, W, NW, N, NE: those from W on are before a pixel in the order of the rows.
const steps = array<i32, 8>(1, i32(wide) + 1, i32(wide), i32(wide) - 1, -1, -i32(wide) - 1, -i32(wide), 1 - i32(wide));

var<workgroup> cells: array<atomic<u32>, cell_count>;
var<workgroup> waiting: atomic<u32>;
var<workgroup> turns: atomic<u32>;
var<workgroup> told: u32;

// One group of neighbours, seen without the centre, of more than one pixel, and a straight neighbour that is not there.
fn removable(near: u32) -> bool {
  let next = (near >> 1u) | (near << 7u);
  let second = (near >> 2u) | (near << 6u);
  return countOneBits(~near & (next | second) & 0x55u) == 1u && countOneBits(near) > 1u;
}

// The bits of a pixel of the part, and its step if it waits.
fn cell_at(x: i32, y: i32, shift: u32) -> u32 {
  if (x < 0 || y < 0 || x >= i32(part.width) || y >= i32(part.height)) {
    return 0u;
  }
  let column = u32(x);
  let row = u32(y) * row_words();
  var cell = (before[2u * row + (column >> 4u)] >> (2u * (column & 15u))) & 3u;
  if ((cell & is_waiting) != 0u) {
    let strength = response[(part.y + u32(y)) * part.stride + part.x + column] >> 6u;
    cell |= min(STEPS - 1u, strength >> shift) << step_bit;
  }
  return cell;
}

// Of a pixel whose turn it is: neighbours that are there, and from bit 8 on those that wait; from bit 16 on 1. 0 where it has to wait.
fn turn_of(at: u32) -> u32 {
  let own = atomicLoad(&cells[at]);
  if ((own & is_waiting) == 0u) {
    return 0u;
  }
  var near = 1u << 16u;
  for (var n = 0u; n < 8u; n++) {
    let other = atomicLoad(&cells[u32(i32(at) + steps[n])]);
    near |= (other & is_there) << n;
    if ((other & is_waiting) != 0u) {
      near |= 1u << (8u + n);
      let mine = own >> step_bit;
      let its = other >> step_bit;
      if (its < mine || (its == mine && n >= 4u)) {
        return 0u;
      }
    }
  }
  return near;
}

// Sets bits of a pixel beside one that goes: in its tile's cell, or in the planes if it is of another tile.
fn tell(at: u32, group: vec3u, bits: u32) {
  let column = at % wide;
  let row = at / wide;
  if (column >= 1u && column <= TILE && row >= 1u && row <= TILE) {
    atomicOr(&cells[at], bits);
    return;
  }
  let x = group.x * TILE + column - 1u;
  let word = (group.y * TILE + row - 1u) * row_words() + x / TILE;
  if ((bits & is_again) != 0u) {
    atomicOr(&again[word], 1u << (x % TILE));
  }
  if ((bits & is_strong) != 0u) {
    atomicOr(&strong[word], 1u << (x % TILE));
  }
}

// A pixel's turn.
fn take_turn(at: u32, turn: u32, group: vec3u) {
  if (!removable(turn & 0xffu)) {
    atomicAnd(&cells[at], ~is_waiting);
    return;
  }
  var hands = atomicAnd(&cells[at], ~(is_waiting | is_there)) & is_strong;
  for (var near = turn & 0xffu; near != 0u; near &= near - 1u) {
    let n = countTrailingZeros(near);
    let waits_too = ((turn >> (8u + n)) & 1u) != 0u;
    tell(u32(i32(at) + steps[n]), group, hands | select(is_again, 0u, waits_too));
    hands = 0u;
  }
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  if (local == 0u) {
    told = atomicLoad(&thinning[Thinning_mode]);
  }
  let mode = workgroupUniformLoad(&told);
  if (mode == Mode_over) {
    return;
  }
  // The first lanes each load one word of the tile: sixteen pixels of a row.
  let word_y = group.y * TILE + local / 2u;
  let has_word = local < 2u * TILE && word_y < part.height;
  let word_at = 2u * (word_y * row_words() + group.x) + local % 2u;
  if (has_word) {
    var word = before[word_at];
    if (mode == Mode_begin) {
      let half = 16u * (local % 2u);
      let marked = (atomicAnd(&again[word_at / 2u], ~(0xffffu << half)) >> half) & 0xffffu;
      word = (word & there) | ((spread(marked) & word) << 1u);
    }
    after[word_at] = word;
    atomicAdd(&waiting, countOneBits(word & waits));
  }
  workgroupBarrier();
  if (local == 0u) {
    told = atomicLoad(&waiting);
  }
  let left = workgroupUniformLoad(&told);
  if (mode != Mode_look || left == 0u) {
    if (local == 0u && mode == Mode_begin && left > 0u) {
      atomicAdd(&thinning[Thinning_waiting], left);
    }
    return;
  }

  let shift = u32(max(0, 20 - i32(countLeadingZeros(atomicLoad(&thinning[Thinning_most])))));
  for (var at = local; at < cell_count; at += lanes) {
    let column = at % wide;
    let row = at / wide;
    let x = i32(group.x * TILE + column) - 1;
    let y = i32(group.y * TILE + row) - 1;
    var cell = cell_at(x, y, shift);
    if ((cell & is_waiting) != 0u && column >= 1u && column <= TILE && row >= 1u && row <= TILE) {
      let bits = atomicLoad(&strong[u32(y) * row_words() + group.x]);
      cell |= ((bits >> (column - 1u)) & 1u) * is_strong;
    }
    atomicStore(&cells[at], cell);
  }
  workgroupBarrier();

  // Adjacent pixels never have a turn at the same time, so all pixels that have a turn may be processed at once.
  let first = (1u + local / TILE) * wide + 1u + local % TILE;
  const apart = lanes / TILE * wide;
  loop {
    var turn: array<u32, per_lane>;
    for (var i = 0u; i < per_lane; i++) {
      turn[i] = turn_of(first + i * apart);
      if (turn[i] != 0u) {
        atomicAdd(&turns, 1u);
      }
    }
    workgroupBarrier();
    for (var i = 0u; i < per_lane; i++) {
      if (turn[i] != 0u) {
        take_turn(first + i * apart, turn[i], group);
      }
    }
    if (local == 0u) {
      told = atomicExchange(&turns, 0u);
    }
    if (workgroupUniformLoad(&told) == 0u) {
      break;
    }
  }

  if (has_word) {
    let corner = (1u + local / 2u) * wide + 1u + 16u * (local % 2u);
    var word = 0u;
    for (var i = 0u; i < 16u; i++) {
      word |= (atomicLoad(&cells[corner + i]) & 3u) << (2u * i);
    }
    after[word_at] = word;
    atomicAdd(&thinning[Thinning_waiting], countOneBits(word & waits));
  }
  let row = local - 2u * TILE;
  let y = group.y * TILE + row;
  if (local >= 2u * TILE && local < 3u * TILE && y < part.height) {
    var marked = 0u;
    var kept = 0u;
    for (var i = 0u; i < TILE; i++) {
      let cell = atomicLoad(&cells[(1u + row) * wide + 1u + i]);
      marked |= ((cell & is_again) / is_again) << i;
      kept |= ((cell & is_strong) / is_strong) << i;
    }
    let at = y * row_words() + group.x;
    if (marked != 0u) {
      atomicOr(&again[at], marked);
    }
    if (kept != 0u) {
      atomicOr(&strong[at], kept);
    }
  }
}
