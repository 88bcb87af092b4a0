#import snake/shared/ring/legality
#import snake/shared/ring/doubts
#import snake/shared/state/phases
// requires: capacityOfContour, crew, geometry, minimumLength, order, putState, ring, stateAt, vertexAt, vertexWords
// As src/snake/kernels/add_vertices.ts, by one workgroup of `crew` lanes.

var<workgroup> closesAdd: u32;
var<workgroup> longEdges: atomic<u32>;
var<workgroup> edgesNow: u32;
// One bit an edge: to be split; of those, with a middle off the edge.
var<workgroup> splits: array<atomic<u32>, vertexWords>;
var<workgroup> bends: array<atomic<u32>, vertexWords>;
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

// Whether the halves of two split edges meet in more than a shared vertex. New vertices have separate names.
fn halvesClash(i: u32, j: u32) -> bool {
  let k = view.vertices;
  let a = named(i, vertexAt(i));
  let b = named(vertexAfter(i, k), vertexAt(vertexAfter(i, k)));
  let c = named(j, vertexAt(j));
  let d = named(vertexAfter(j, k), vertexAt(vertexAfter(j, k)));
  // The middles lie within the edges' bounding boxes.
  let apart_ = any((max(a.yz, b.yz) < min(c.yz, d.yz)) | (max(c.yz, d.yz) < min(a.yz, b.yz)));
  let x = vec3i(i32(k + i), (a.yz + b.yz) >> vec2u(1u));
  let y = vec3i(i32(k + j), (c.yz + d.yz) >> vec2u(1u));
  var clash = false;
  for (var part = select(0u, 4u, apart_); !clash & (part < 4u); part++) {
    let late = (part & 2u) != 0u;
    let otherLate = (part & 1u) != 0u;
    clash = edgesClash(select(a, x, late), select(x, b, late), select(c, y, otherLate), select(y, d, otherLate));
  }
  return clash;
}

// Whether the edge is long enough to be split, and its middle may move.
fn isLong(i: u32, k: u32) -> bool {
  let a = vertexAt(i);
  let b = vertexAt(vertexAfter(i, k));
  let size = max(a, b) - min(a, b);
  let length = max(size.x, size.y);
  return (length > max(minimumLength(), 1u)) & inBox((a + b) >> vec2u(1u));
}

// Bounding boxes of this many consecutive edges are stored in `order` until `spread`: an edge can touch only the contents of a few of them.
const edgesOfBox = 16u;

fn putBoxes(lane: u32, k: u32) {
  for (var box = lane; edgesOfBox * box < k; box += crew) {
    var low = vertexAt(edgesOfBox * box);
    var high = low;
    for (var i = edgesOfBox * box + 1u; i <= min(edgesOfBox * (box + 1u), k); i++) {
      let corner = vertexAt(select(i, 0u, i == k));
      low = min(low, corner);
      high = max(high, corner);
    }
    order[view.firstVertex + 2u * box] = low.x | (high.x << 16u);
    order[view.firstVertex + 2u * box + 1u] = low.y | (high.y << 16u);
  }
}

fn mayMeet(box: u32, low: vec2u, high: vec2u) -> bool {
  let at = view.firstVertex + 2u * box;
  let sides = vec2u(order[at], order[at + 1u]);
  return all(((sides & vec2u(0xffffu)) <= high) & (low <= (sides >> vec2u(16u))));
}

// May edge i bend through its middle, as far as the other edges are concerned? The middle lies within the edge's bounding box.
fn middleIsFree(i: u32, k: u32) -> bool {
  let end = vertexAfter(i, k);
  let a = vertexAt(i);
  let b = vertexAt(end);
  let middle = vec2i((a + b) >> vec2u(1u));
  var free = true;
  for (var box = 0u; free & (edgesOfBox * box < k); box++) {
    let items = select(0u, 2u * edgesOfBox, mayMeet(box, min(a, b), max(a, b)));
    for (var item = 0u; free & (item < items); item++) {
      let j = edgesOfBox * box + (item >> 1u);
      let itself = (j >= k) | (j == i);
      free = itself | edgeIsLegal(i, end, true, middle, select(j - end, j + k - end, j < end), (item & 1u) == 1u);
    }
  }
  return free;
}

// Would the halves of bent edge i meet those of an earlier one that is bent and split too? Of the earlier ones `first` and every `step`th after
// it are looked at, or all, box by box, where that is 1.
fn clashesWithEarlier(i: u32, k: u32, first: u32, step: u32) -> bool {
  let a = vertexAt(i);
  let b = vertexAt(vertexAfter(i, k));
  var clash = false;
  for (var j = first; !clash & (j < i); j += step) {
    var asks = isSplit(j) & isBent(j);
    if ((step == 1u) & (j % edgesOfBox == 0u)) {
      let meets = mayMeet(j / edgesOfBox, min(a, b), max(a, b));
      j += select(edgesOfBox - 1u, 0u, meets);
      asks &= meets;
    }
    if (asks) {
      clash = halvesClash(i, j);
    }
  }
  return clash;
}

// Marks the edges that are split if only their own legality counts. Lanes share out the edges.
fn propose(lane: u32, k: u32) {
  putBoxes(lane, k);
  storageBarrier();
  workgroupBarrier();
  for (var i = lane; i < k; i += crew) {
    let a = vertexAt(i);
    let b = vertexAt(vertexAfter(i, k));
    let bent = any(((a + b) & vec2u(1u)) != vec2u(0u));
    var legal = isLong(i, k);
    for (var part = 0u; legal & (part < select(0u, endParts + nothing(), bent)); part++) {
      legal = endIsLegal(i, vertexAfter(i, k), true, vec2i((a + b) >> vec2u(1u)), part);
    }
    if (legal & bent) {
      legal = middleIsFree(i, k);
    }
    atomicOr(&splits[i >> 5u], u32(legal) << (i & 31u));
    atomicOr(&bends[i >> 5u], u32(legal & bent) << (i & 31u));
  }
  workgroupBarrier();
}

// Puts the edges in doubt that clash with an earlier one, lanes sharing out the edges, and then settles them in their order, lanes sharing out the
// earlier ones: an edge stays whole that clashes with one that is split. One loop, as a compiler takes long for what edges are asked.
fn settleClashes(lane: u32, k: u32) {
  let tiles = (k + crew - 1u) / crew;
  for (var turns = 0u; turns <= tiles + k; turns++) {
    let doubts = turns < tiles;
    var i = turns * crew + lane;
    if (!doubts) {
      let next = nextDoubt(lane, k);
      if (next >= k) {
        break;
      }
      i = next;
    }
    if ((i < k) & isBent(i)) {
      let clash = clashesWithEarlier(i, k, select(lane, 0u, doubts), select(crew, 1u, doubts));
      putInDoubt(i, clash & doubts);
      atomicOr(&clashing, u32(clash & !doubts));
    }
    workgroupBarrier();
    if ((lane == 0u) & !doubts) {
      settleDoubt(i);
      atomicAnd(&splits[i >> 5u], ~(min(atomicLoad(&clashing), 1u) << (i & 31u)));
    }
  }
  workgroupBarrier();
}

// Spreads the ring, tile after tile from its end: within one, everything is read before anything is written.
fn spread(lane: u32, k: u32, room: u32) {
  for (var tile = (k + crew - 1u) / crew; tile > 0u; tile--) {
    let i = min((tile - 1u) * crew + lane, k - 1u);
    let held = (tile - 1u) * crew + lane < k;
    let here = vertexAt(i);
    let next = select(vertexAt(vertexAfter(i, k)), above, (lane == crew - 1u) & (i < k - 1u));
    let before = splitsBefore(i);
    let split = isSplit(i) & (before < room);
    storageBarrier();
    workgroupBarrier();
    if (lane == 0u) {
      above = here;
    }
    if (held) {
      order[view.firstVertex + i] = u32(split);
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
  putState(S_vertices, k + added);
  let distance = stateAt(S_distance);
  if ((added > 0u) | (distance > 1u)) {
    putState(S_distance, max(1u, distance >> 1u));
    putState(S_iteration, stateAt(S_iteration) + 1u);
    if (added > 0u) {
      putState(S_phase, Phase_start);
    } else {
      beginPass();
    }
  } else if (geometry.prune == 1u) {
    putState(S_phase, Phase_prune);
    putState(S_changed, 0u);
  } else {
    putState(S_status, Status_done);
  }
  countStep();
}

// After lookAt().
fn addStage(lane: u32) {
  if (lane == 0u) {
    closesAdd = u32(view.running & (view.phase == Phase_add));
    edgesNow = view.vertices;
  }
  if (workgroupUniformLoad(&closesAdd) == 0u) {
    return;
  }
  let k = workgroupUniformLoad(&edgesNow);
  var long = 0u;
  for (var i = lane; i < k; i += crew) {
    long += u32(isLong(i, k));
  }
  atomicAdd(&longEdges, long);
  workgroupBarrier();
  if (lane == 0u) {
    let room = stateAt(S_room);
    closesAdd = u32((room >= capacityOfContour()) | (k + atomicLoad(&longEdges) <= room));
  }
  if (workgroupUniformLoad(&closesAdd) == 0u) {
    return;
  }
  propose(lane, k);
  settleClashes(lane, k);
  let room = capacityOfContour() - k;
  let added = min(room, splitsBefore(k - 1u) + u32(isSplit(k - 1u)));
  spread(lane, k, room);
  if (lane == 0u) {
    goOn(k, added);
  }
}
