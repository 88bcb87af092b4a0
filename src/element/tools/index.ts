/** The tools by id. */
import { suggest } from '../../algorithm/parameters.js';
import { badParameter, show } from '../../core/errors.js';
import type { Workbench } from '../workbench/workbench.js';
import { boxTool } from './box.js';
import { drawing } from './later-drawing.js';
import { panTool } from './pan.js';
import { pointTool } from './point.js';
import type { Tool } from './tool.js';
import { type BuiltInToolId, type DrawingToolId, isBuiltIn, toolIds } from './tool-id.js';

const tools: Readonly<Record<Exclude<BuiltInToolId, DrawingToolId>, (bench: Workbench) => Tool>> = {
  pan: panTool,
  box: boxTool,
  point: pointTool,
};

const isAtHand = (id: BuiltInToolId): id is keyof typeof tools => Object.hasOwn(tools, id);

const isOwn = (id: unknown, { extensions }: Workbench): id is string =>
  typeof id === 'string' && extensions.tools.get(id) !== undefined;

/** Throws `bad-parameter` where neither the component nor the page has a tool of this id. */
export const checkTool = (id: unknown, bench: Workbench): void => {
  if (isBuiltIn(id) || isOwn(id, bench)) return;
  const known = [...toolIds, ...bench.extensions.tools.list.map((tool) => tool.id)];
  throw badParameter('tool', id, suggest(show(id), known));
};

/** What the tool of this id needs and is not loaded yet. */
export const missingFor = (id: unknown, bench: Workbench): Promise<unknown> | undefined => {
  const needs = isBuiltIn(id) ? !isAtHand(id) : isOwn(id, bench);
  return needs && !drawing.now ? drawing.load() : undefined;
};

/** The tool of this id, one of the component or of the page; `undefined` where there is none, or it is not loaded. */
export const makeTool = (id: unknown, bench: Workbench): Tool | undefined => {
  if (isBuiltIn(id)) return isAtHand(id) ? tools[id](bench) : drawing.now?.drawingTools[id](bench);
  const own = typeof id === 'string' ? bench.extensions.tools.get(id) : undefined;
  return own && drawing.now?.ownTool(own, bench);
};
