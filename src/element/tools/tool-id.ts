/** The tools by name. `nodes` edits the vertices of a contour: pages know it by that name. */
export const toolIds = [
  'pan',
  'box',
  'polygon',
  'point',
  'rectangle',
  'ellipse',
  'freehand',
  'brush',
  'eraser',
  'cut',
  'retrace',
  'nodes',
] as const;

export type BuiltInToolId = (typeof toolIds)[number];

/** A tool of the component, or one that the page registered. */
export type ToolId = BuiltInToolId | (string & Record<never, never>);

export const isBuiltIn = (value: unknown): value is BuiltInToolId => toolIds.some((id) => id === value);
