// The set bits of a list, in ascending order, by one workgroup: each lane counts and writes a run of words.

const crew = 256u;

var<workgroup> counts: array<u32, crew>;

// The sum over the previous lanes, and over all lanes.
fn sumBefore(lane: u32, own: u32) -> vec2u {
  var sum = own;
  counts[lane] = sum;
  for (var reach = 1u; reach < crew; reach *= 2u) {
    workgroupBarrier();
    var other = 0u;
    if (lane >= reach) {
      other = counts[lane - reach];
    }
    workgroupBarrier();
    sum += other;
    counts[lane] = sum;
  }
  workgroupBarrier();
  return vec2u(sum - own, counts[crew - 1u]);
}
