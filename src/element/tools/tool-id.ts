/** Tools whose gesture starts a run, or only moves the view. */
export const startTools = ['pan', 'box', 'polygon', 'point'] as const;

/** Tools that draw a contour or change one. `nodes` edits the vertices of a contour: pages know it by that name. */
export const drawTools = ['rectangle', 'ellipse', 'freehand', 'brush', 'eraser', 'cut', 'retrace', 'nodes'] as const;

/** The tools by name, in the order in which they are offered. */
export const toolIds = [...startTools, ...drawTools] as const;

/** Tools that are loaded when first used. */
export type DrawingToolId = (typeof drawTools)[number] | 'polygon';

/** The id of a tool of the component's own. */
export type BuiltInToolId = (typeof toolIds)[number];

/** A tool of the component, or one that the page registered. */
export type ToolId = BuiltInToolId | (string & Record<never, never>);

/** Whether a value is the id of a tool of the component's own. */
export const isBuiltIn = (value: unknown): value is BuiltInToolId => toolIds.some((id) => id === value);

/** Whether a tool's gesture starts a run. */
export const beginsRuns = (id: ToolId): boolean => id !== 'pan' && startTools.some((each) => each === id);
