#import common/u64
// requires: crew
// Sums over the lanes of a workgroup of `crew`, a multiple of 8: Σz in x, Σz² in yz.

var<workgroup> scanned: array<vec3u, crew>;
var<workgroup> octets: array<vec3u, crew / 8u>;
// Of all lanes, after a scan.
var<workgroup> scanTotal: vec3u;

fn addSums(a: vec3u, b: vec3u) -> vec3u {
  return vec3u(a.x + b.x, add64(a.yz, b.yz));
}

// Sums over the lanes below `lane`. Groups of 8 lanes first, for few barriers.
fn scanBelow(lane: u32, own: vec3u) -> vec3u {
  workgroupBarrier();
  scanned[lane] = own;
  workgroupBarrier();
  var sum = vec3u(0u);
  for (var i = lane & ~7u; i < lane; i++) {
    sum = addSums(sum, scanned[i]);
  }
  if ((lane & 7u) == 7u) {
    octets[lane / 8u] = addSums(sum, own);
  }
  workgroupBarrier();
  for (var i = 0u; i < lane / 8u; i++) {
    sum = addSums(sum, octets[i]);
  }
  if (lane == crew - 1u) {
    scanTotal = addSums(sum, own);
  }
  workgroupBarrier();
  return sum;
}
