#import snake/shared/sums/one_domain
#import snake/shared/sums/row_sums
#constants snake/kernels/shared/layout: L
// Sums left of a lattice column between two lattice rows. CPU kernel: src/snake/kernels/lattice_sums.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> lattice: array<u32>;
@group(0) @binding(2) var<storage, read> samples: array<u32>;
@group(0) @binding(3) var<storage, read> prefixes: array<u32>;
@group(0) @binding(4) var<storage, read_write> column_sums: array<vec2u>;

var<workgroup> partial: array<vec4u, LANES>;

fn gather() -> vec4u {
  var sum = vec4u(0u);
  for (var i = 0u; i < LANES; i++) {
    let share = partial[i];
    sum = select(vec4u(add64(sum.xy, share.xy), add64(sum.zw, share.zw)), sum + share, geometry.codes > 0u);
  }
  return sum;
}

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let cells = lattice[L_cells];
  let column = lattice[L_lines + group.x];
  let top = max(lattice[L_lines + cells + 1u + group.y], geometry.firstRow);
  let bottom = min(lattice[L_lines + cells + 2u + group.y], geometry.firstRow + geometry.rows);
  let out = (group.x * cells + group.y) * geometry.moments;
  // Pixels of the domain.
  var inside = vec2u(column * (max(bottom, top) - top) * (1u - geometry.masked), 0u);
  for (var pass_ = 0u; pass_ < passesOf(); pass_++) {
    var sums = vec4u(0u);
    for (var r = top + lane; r < bottom; r += LANES) {
      sums = addRow(sums, r - geometry.firstRow, column, pass_);
    }
    partial[lane] = sums;
    workgroupBarrier();
    if (lane == 0u) {
      let all = gather();
      if (geometry.codes > 0u) {
        for (var i = 0u; (i < 4u) & (4u * pass_ + i < geometry.codes); i++) {
          column_sums[out + 1u + 4u * pass_ + i] = add64(column_sums[out + 1u + 4u * pass_ + i], vec2u(all[i], 0u));
          inside = add64(inside, vec2u(all[i] * geometry.masked, 0u));
        }
      } else if (pass_ == geometry.planes) {
        inside = all.xy;
      } else {
        column_sums[out + 1u + 2u * pass_] = add64(column_sums[out + 1u + 2u * pass_], all.xy);
        column_sums[out + 2u + 2u * pass_] = add64(column_sums[out + 2u + 2u * pass_], all.zw);
      }
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    column_sums[out] = add64(column_sums[out], inside);
  }
}
