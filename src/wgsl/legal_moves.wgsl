#import legality
#import wide
// Each node's best legal candidate: one workgroup a node, whose lanes share out the ring's edges.
// Twin: src/snake/legal_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> totals: array<u32>;
@group(0) @binding(5) var<storage, read> scores: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> choice: array<u32>;

const worst = vec4u(0xffffffffu, 0xffffffffu, 0xffffffffu, 0x7fffffffu);

// The candidate tried now + 1, or 0; the one found; candidates of the slot that are out, a bit each.
var<workgroup> trial: u32;
var<workgroup> found: u32;
var<workgroup> illegal: atomic<u32>;

fn scoreOf(candidate: u32) -> vec4u {
  return scores[view.contour * candidateCapacity() + candidate];
}

fn presentScore() -> vec4u {
  let at = view.base + select(S_energy, S_length, view.phase == Phase_prune);
  return vec4u(state[at], state[at + 1u], state[at + 2u], state[at + 3u]);
}

// The improving candidate of least score that is not in `out`, + 1; ties go to the first.
fn nextMove(slot: u32, out: u32) -> u32 {
  var least = presentScore();
  var next = 0u;
  for (var w = 0u; w < directions; w++) {
    let score = scoreOf(directions * slot + w);
    if ((out & (1u << w)) == 0u && lessSigned128(score, least)) {
      least = score;
      next = directions * slot + w + 1u;
    }
  }
  return next;
}

// Of two nodes with equal scores the even one goes first.
fn precedes(i: u32, j: u32) -> bool {
  return select(i < j, (i & 1u) == 0u, ((i ^ j) & 1u) == 1u);
}

// Is the other removal, of a neighbour, better?
fn yieldsTo(i: u32, other: u32) -> bool {
  let mine = scoreOf(i);
  let its = scoreOf(other);
  return any(its != worst) && (lessSigned128(its, mine) || (all(its == mine) && !precedes(i, other)));
}

fn removal(i: u32) -> u32 {
  let improves = lessSigned128(scoreOf(i), presentScore());
  let yields = yieldsTo(i, nodeBefore(i, view.nodes)) || yieldsTo(i, nodeAfter(i, view.nodes));
  return select(0u, i + 1u, improves && !yields);
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  lookAt(group.z);
  let decides = view.running && slot < decisionsOf(view.phase, view.stage, view.nodes);
  let removes = view.phase == Phase_prune;
  // Lane 0 alone: candidates of the slot that are out.
  var out = 0u;
  for (var turns = 0u; turns <= directions; turns++) {
    if (lane == 0u) {
      let before = trial;
      if (turns > 0u && atomicLoad(&illegal) == 0u) {
        found = before;
        trial = 0u;
      } else {
        trial = 0u;
        if (decides && view.phase == Phase_move) {
          if (turns > 0u) {
            out |= 1u << ((before - 1u) % directions);
          }
          trial = nextMove(slot, out);
        } else if (decides && removes && turns == 0u) {
          trial = removal(slot);
        }
        atomicStore(&illegal, 0u);
      }
    }
    let tried = workgroupUniformLoad(&trial);
    if (tried == 0u) {
      break;
    }
    let i = nodeOf(tried - 1u);
    let start = nodeBefore(i, view.nodes);
    let end = nodeAfter(i, view.nodes);
    let there = vec2i(moved(nodeAt(i), tried - 1u));
    if (endsAreLegal(start, end, !removes, there)) {
      for (var e = lane; e < otherEdges(start, end) && atomicLoad(&illegal) == 0u; e += lanes) {
        if (!edgeIsLegal(start, end, !removes, there, e)) {
          atomicStore(&illegal, 1u);
        }
      }
    } else {
      atomicStore(&illegal, 1u);
    }
    workgroupBarrier();
  }
  if (lane != 0u || !decides) {
    return;
  }
  if (slot == 0u) {
    state[view.base + S_evaluated] = view.phase;
  }
  if (view.phase == Phase_start) {
    return;
  }
  let at = view.contour * geometry.capacity;
  choice[at + slot] = found;
  if (view.phase == Phase_move && found == 0u) {
    waiting[at + nodeOf(directions * slot)] = 1u;
  }
}
