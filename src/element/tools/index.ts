/** The tools by id. */
import { boxTool } from './box.js';
import { nodesTool } from './nodes.js';
import { panTool } from './pan.js';
import { pointTool } from './point.js';
import { polygonTool } from './polygon.js';
import type { MakeTool, Tool, ToolHost, ToolId } from './tool.js';

const tools: Readonly<Record<ToolId, MakeTool>> = {
  pan: panTool,
  box: boxTool,
  polygon: polygonTool,
  point: pointTool,
  nodes: nodesTool,
};

export const isToolId = (value: unknown): value is ToolId => typeof value === 'string' && Object.hasOwn(tools, value);

export const makeTool = (id: ToolId, host: ToolHost): Tool => tools[id](host);
