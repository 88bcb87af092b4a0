/** Kernels whose items stand in a row: 256 a workgroup, 1024 workgroups a row of the grid (`shared/line_pixels.wgsl`). */
const GROUP = 256;
const ROW = 1024;

export const itemGroups = (items: number): readonly [number, number, number] => {
  const groups = Math.ceil(items / GROUP);
  return [Math.min(groups, ROW), Math.ceil(groups / ROW), 1];
};

/** The items [from, to) of a workgroup, of `count` in all. */
export const itemsOf = (groupX: number, groupY: number, count: number): readonly [number, number] => {
  const from = (groupY * ROW + groupX) * GROUP;
  return [from, Math.min(from + GROUP, count)];
};
