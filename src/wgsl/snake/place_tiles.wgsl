#import snake/shared/state/layout
#constants snake/kernels/shared/tile-records: TILE_SIDE
#struct Window = snake/kernels/shared/tile-records: W
#struct Place = snake/kernels/shared/tile-records: T
// Planes of windows from the tiles that they are made of. CPU kernel: src/snake/kernels/place_tiles.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> windows: array<Window>;
@group(0) @binding(2) var<storage, read> places: array<Place>;
@group(0) @binding(3) var<storage, read> tiles: array<u32>;
@group(0) @binding(4) var<storage, read_write> samples: array<u32>;

const crew = 64u;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let word = crew * group.x + lane;
  if (word >= geometry.rowWords) {
    return;
  }
  let row = geometry.firstRow + group.y;
  var at = 0u;
  while (at + 1u < arrayLength(&windows) && windows[at + 1u].top <= row) {
    at++;
  }
  let its = windows[at];
  let down = row - its.top + its.y;
  let line = its.firstPlace + (down / TILE_SIDE) * its.columns;
  let perWord = 32u / geometry.bits;
  let planeWords = TILE_SIDE * TILE_SIDE / perWord;
  var made = 0u;
  for (var i = 0u; i < perWord; i++) {
    let column = word * perWord + i;
    var value = geometry.codes;
    if (column < its.width) {
      let across = column + its.x;
      let inTile = vec2u(across, down) % TILE_SIDE;
      let place = places[line + across / TILE_SIDE];
      let isSeen = all(inTile >= vec2u(place.left, place.top)) && all(inTile < vec2u(place.right, place.bottom));
      if (place.tile != 0u && isSeen) {
        value = 1u;
        if (group.z < geometry.planes) {
          let from_ = (place.tile - 1u) * geometry.planes + group.z;
          let held = tiles[from_ * planeWords + (inTile.y * TILE_SIDE + inTile.x) / perWord];
          value = extractBits(held, (inTile.x % perWord) * geometry.bits, geometry.bits);
        }
      }
    }
    made |= value << (i * geometry.bits);
  }
  samples[(group.z * geometry.rows + group.y) * geometry.rowWords + word] = made;
}
