// Puts a part of a tile's samples and response into those of a region: a thread writes the pixels of one word of samples.
#import linear-features/shared/line_pixels
#struct Place = linear-features/kernels/shared/place-words: L

@group(0) @binding(0) var<uniform> place: Place;
@group(0) @binding(1) var<storage, read> tileSamples: array<u32>;
@group(0) @binding(2) var<storage, read> tileResponse: array<u32>;
@group(0) @binding(3) var<storage, read_write> samples: array<u32>;
@group(0) @binding(4) var<storage, read_write> response: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let per_word = 32u / place.bits;
  let mask = 0xffffffffu >> (32u - place.bits);
  let first = place.y * place.stride / per_word;
  let word = first + item(group, local);
  if (word * per_word >= (place.y + place.height) * place.stride) {
    return;
  }
  var own = samples[word];
  for (var i = 0u; i < per_word; i++) {
    let pixel = word * per_word + i;
    // Left of the part or above it these are more than its width or height.
    let x = pixel % place.stride - place.x;
    let y = pixel / place.stride - place.y;
    if (x < place.width && y < place.height) {
      let there = (place.fromY + y) * place.tileStride + place.fromX + x;
      let sample = (tileSamples[there / per_word] >> (place.bits * (there % per_word))) & mask;
      own = (own & ~(mask << (place.bits * i))) | (sample << (place.bits * i));
      response[pixel] = tileResponse[there];
    }
  }
  samples[word] = own;
}
