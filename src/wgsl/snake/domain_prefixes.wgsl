#import snake/shared/state/layout
#import common/u64
#struct Domain = snake/kernels/shared/contour-records: D
// Row prefixes of many small domains at every stride-th column: one workgroup a domain, a lane a row of a plane. CPU kernel:
// src/snake/kernels/domain_prefixes.ts. Rows have at most 65,535 samples of 8 or 16 bits, so that Σz is less than 2³².

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> domains: array<Domain>;
@group(0) @binding(2) var<storage, read> samples: array<u32>;
@group(0) @binding(3) var<storage, read_write> prefixes: array<u32>;

const crew = 64u;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let domain = domains[group.x];
  let shift = select(2u, 1u, geometry.bits == 16u);
  let inWord = (1u << shift) - 1u;
  let inStride = (1u << geometry.strideShift) - 1u;
  for (var line = lane; line < domain.height * (geometry.planes + geometry.masked); line += crew) {
    var sum = 0u;
    var squares = vec2u(0u);
    for (var column = 0u; column <= domain.width; column++) {
      if ((column & inStride) == 0u) {
        let entry = line * domain.entries + (column >> geometry.strideShift);
        let to = domain.prefixesAt + entry * geometry.entryWords;
        prefixes[to] = sum;
        prefixes[to + 1u] = squares.x;
        if (geometry.entryWords == 3u) {
          prefixes[to + 2u] = squares.y;
        }
      }
      if (column < domain.width) {
        let word = samples[domain.samplesAt + line * domain.rowWords + (column >> shift)];
        let z = extractBits(word, (column & inWord) * geometry.bits, geometry.bits);
        sum += z;
        squares = add64(squares, vec2u(z * z, 0u));
      }
    }
  }
}
