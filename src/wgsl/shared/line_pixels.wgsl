// A workgroup has 256 items in a row; 1024 workgroups fill a row of the grid.
fn item(group: vec3u, local: u32) -> u32 {
  return (group.y * 1024u + group.x) * 256u + local;
}
