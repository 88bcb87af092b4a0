#constants linear-features/kernels/shared/items: ITEMS_IN_GROUP, GROUPS_IN_ROW
// Items in a row: so many a workgroup, and so many workgroups a row of the grid.
fn item(group: vec3u, local: u32) -> u32 {
  return (group.y * GROUPS_IN_ROW + group.x) * ITEMS_IN_GROUP + local;
}
