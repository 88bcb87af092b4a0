/** Items of a workgroup, and workgroups in a row of the grid, of kernels whose items stand in a row. */
export const ITEMS_IN_GROUP = 256;
/** Workgroups in a row of the grid. */
export const GROUPS_IN_ROW = 1024;

/** Workgroups in x, y and z for `items` items. */
export const itemGroups = (items: number): readonly [number, number, number] => {
  const groups = Math.ceil(items / ITEMS_IN_GROUP);
  return [Math.min(groups, GROUPS_IN_ROW), Math.ceil(groups / GROUPS_IN_ROW), 1];
};

/** The items [from, to) of a workgroup, of `count` in all. */
export const itemsOf = (groupX: number, groupY: number, count: number): readonly [number, number] => {
  const from = (groupY * GROUPS_IN_ROW + groupX) * ITEMS_IN_GROUP;
  return [from, Math.min(from + ITEMS_IN_GROUP, count)];
};
