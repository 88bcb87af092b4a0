#import legality
#import phases
// Puts nodes into long edges and goes on. Twin: src/snake/add_nodes.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

const crew = 64u;

var<workgroup> ends: u32;
var<workgroup> ringNodes: u32;
// One bit an edge, up to 32,768: to be split; of those, with a middle off the edge; of those, in doubt.
var<workgroup> splits: array<atomic<u32>, 1024>;
var<workgroup> bends: array<atomic<u32>, 1024>;
var<workgroup> doubtful: array<atomic<u32>, 1024>;
var<workgroup> doubt: u32;
var<workgroup> clashing: atomic<u32>;
var<workgroup> above: vec2u;

fn splitsBefore(i: u32) -> u32 {
  var count = 0u;
  for (var word = 0u; 32u * word + 31u < i; word++) {
    count += countOneBits(atomicLoad(&splits[word]));
  }
  return count + countOneBits(atomicLoad(&splits[i >> 5u]) & ((1u << (i & 31u)) - 1u));
}

fn isSplit(i: u32) -> bool {
  return (atomicLoad(&splits[i >> 5u]) & (1u << (i & 31u))) != 0u;
}

fn isBent(i: u32) -> bool {
  return (atomicLoad(&bends[i >> 5u]) & (1u << (i & 31u))) != 0u;
}

fn isLegal(i: u32, middle: vec2i) -> bool {
  let end = nodeAfter(i, view.nodes);
  if (!endsAreLegal(i, end, true, middle)) {
    return false;
  }
  for (var e = 0u; e < otherEdges(i, end); e++) {
    if (!edgeIsLegal(i, end, true, middle, e)) {
      return false;
    }
  }
  return true;
}

// Do the halves of two split edges meet in more than a shared node? New nodes have names of their own.
fn halvesClash(i: u32, j: u32) -> bool {
  let k = view.nodes;
  let a = named(i, nodeAt(i));
  let b = named(nodeAfter(i, k), nodeAt(nodeAfter(i, k)));
  let c = named(j, nodeAt(j));
  let d = named(nodeAfter(j, k), nodeAt(nodeAfter(j, k)));
  let x = vec3i(i32(k + i), (a.yz + b.yz) >> vec2u(1u));
  let y = vec3i(i32(k + j), (c.yz + d.yz) >> vec2u(1u));
  return edgesClash(a, x, c, y) || edgesClash(a, x, y, d) || edgesClash(x, b, c, y) || edgesClash(x, b, y, d);
}

// Marks the edges that are split if only their own legality counts.
fn propose(lane: u32, k: u32) {
  for (var i = lane; i < k; i += crew) {
    let a = nodeAt(i);
    let b = nodeAt(nodeAfter(i, k));
    let size = max(a, b) - min(a, b);
    let length = max(size.x, size.y);
    let bent = any(((a + b) & vec2u(1u)) != vec2u(0u));
    if (length <= geometry.minimumLength || length < 2u) {
      continue;
    }
    if (bent) {
      if (!isLegal(i, vec2i((a + b) >> vec2u(1u)))) {
        continue;
      }
      atomicOr(&bends[i >> 5u], 1u << (i & 31u));
    }
    atomicOr(&splits[i >> 5u], 1u << (i & 31u));
  }
  workgroupBarrier();
  for (var i = lane; i < k; i += crew) {
    for (var j = 0u; j < i && isBent(i); j++) {
      if (isBent(j) && halvesClash(i, j)) {
        atomicOr(&doubtful[i >> 5u], 1u << (i & 31u));
        break;
      }
    }
  }
  workgroupBarrier();
}

// Settles the doubtful ones in their order: an edge stays whole that clashes with an earlier one that is split.
fn settle(lane: u32, k: u32) {
  // Lane 0 alone: words of `doubtful` that are settled.
  var word = 0u;
  for (var turns = 0u; turns <= k; turns++) {
    if (lane == 0u) {
      while (k > 32u * word && atomicLoad(&doubtful[word]) == 0u) {
        word++;
      }
      doubt = k;
      if (k > 32u * word) {
        doubt = 32u * word + firstTrailingBit(atomicLoad(&doubtful[word]));
      }
      atomicStore(&clashing, 0u);
    }
    let i = workgroupUniformLoad(&doubt);
    if (i >= k) {
      break;
    }
    for (var j = lane; j < i; j += crew) {
      if (isSplit(j) && isBent(j) && halvesClash(i, j)) {
        atomicStore(&clashing, 1u);
      }
    }
    workgroupBarrier();
    if (lane == 0u) {
      let bit = 1u << (i & 31u);
      atomicAnd(&doubtful[i >> 5u], ~bit);
      if (atomicLoad(&clashing) != 0u) {
        atomicAnd(&splits[i >> 5u], ~bit);
      }
    }
  }
  workgroupBarrier();
}

// Spreads the ring, tile after tile from its end: within one, everything is read before anything is written.
fn spread(lane: u32, k: u32, room: u32) {
  for (var tile = (k + crew - 1u) / crew; tile > 0u; tile--) {
    let i = min((tile - 1u) * crew + lane, k - 1u);
    let held = (tile - 1u) * crew + lane < k;
    let here = nodeAt(i);
    var next = nodeAt(nodeAfter(i, k));
    if (lane == crew - 1u && i < k - 1u) {
      next = above;
    }
    let before = splitsBefore(i);
    let split = isSplit(i) && before < room;
    storageBarrier();
    workgroupBarrier();
    if (lane == 0u) {
      above = here;
    }
    if (held) {
      order[view.contour * geometry.capacity + i] = u32(split);
      let to = view.ringAt + 2u * (i + min(before, room));
      ring[to] = here.x;
      ring[to + 1u] = here.y;
      if (split) {
        ring[to + 2u] = (here.x + next.x) >> 1u;
        ring[to + 3u] = (here.y + next.y) >> 1u;
      }
    }
    storageBarrier();
    workgroupBarrier();
  }
}

// Halves the distance or ends the growth.
fn goOn(k: u32, added: u32) {
  state[view.base + S_nodes] = k + added;
  let distance = state[view.base + S_distance];
  if (added == 0u && distance == 1u) {
    if (geometry.prune == 1u) {
      state[view.base + S_phase] = Phase_prune;
      state[view.base + S_changed] = 0u;
    } else {
      state[view.base + S_status] = Status_done;
    }
  } else {
    state[view.base + S_distance] = max(1u, distance >> 1u);
    state[view.base + S_iteration] += 1u;
    if (added > 0u) {
      state[view.base + S_phase] = Phase_start;
    } else {
      beginPass();
    }
  }
  countStep();
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    let room = state[view.base + S_room];
    let fits = 2u * view.nodes <= room || room >= geometry.capacity;
    ends = u32(view.running && view.phase == Phase_add && fits);
    ringNodes = view.nodes;
  }
  if (workgroupUniformLoad(&ends) == 0u) {
    return;
  }
  let k = workgroupUniformLoad(&ringNodes);
  propose(lane, k);
  settle(lane, k);
  let room = geometry.capacity - k;
  let added = min(room, splitsBefore(k - 1u) + u32(isSplit(k - 1u)));
  spread(lane, k, room);
  if (lane == 0u) {
    goOn(k, added);
  }
  if (workgroupUniformLoad(&wakes) != 0u) {
    for (var i = lane; i < k; i += crew) {
      waiting[view.contour * geometry.capacity + i] = 0u;
    }
  }
}
