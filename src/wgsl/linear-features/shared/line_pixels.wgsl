#constants linear-features/kernels/shared/items: ITEMS_IN_GROUP, GROUPS_IN_ROW
// Index of an item from its workgroup and thread; the grid has several rows of workgroups.
fn item(group: vec3u, local: u32) -> u32 {
  return (group.y * GROUPS_IN_ROW + group.x) * ITEMS_IN_GROUP + local;
}
