/** The tools by name. `nodes` edits the vertices of a contour: pages know it by that name. */
export const toolIds = ['pan', 'box', 'polygon', 'point', 'rectangle', 'ellipse', 'freehand', 'nodes'] as const;

export type ToolId = (typeof toolIds)[number];

export const isToolId = (value: unknown): value is ToolId => toolIds.some((id) => id === value);
