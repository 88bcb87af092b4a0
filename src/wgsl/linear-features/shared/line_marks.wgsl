// The marks of a workgroup's pixels, four a thread.
// requires: response
#import linear-features/shared/line_part
#constants linear-features/kernels/shared/items: GROUPS_IN_ROW
#constants linear-features/kernels/shared/part-words: PIXELS_IN_GROUP

const per_thread = PIXELS_IN_GROUP / 256u;

fn group_of(group: vec3u) -> u32 {
  return group.y * GROUPS_IN_ROW + group.x;
}

fn groups_in_all() -> u32 {
  return (part.width * part.height + PIXELS_IN_GROUP - 1u) / PIXELS_IN_GROUP;
}

fn is_marked(own: u32) -> bool {
  if (own >= part.width * part.height) {
    return false;
  }
  let pixel = pixel_of(own);
  return (response[pixel] & MARKS) != 0u && has_sample(pixel);
}
