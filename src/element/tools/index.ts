/** The tools by id. */
import type { Workbench } from '../workbench/workbench.js';
import { boxTool } from './box.js';
import { drawTool } from './draw.js';
import { panTool } from './pan.js';
import { pointTool } from './point.js';
import { polygonTool } from './polygon.js';
import type { Tool } from './tool.js';
import type { ToolId } from './tool-id.js';
import { vertexTool } from './vertices.js';

const tools: Readonly<Record<ToolId, (bench: Workbench) => Tool>> = {
  pan: panTool,
  box: boxTool,
  polygon: polygonTool,
  point: pointTool,
  rectangle: drawTool('rectangle'),
  ellipse: drawTool('ellipse'),
  freehand: drawTool('freehand'),
  nodes: vertexTool,
};

export const makeTool = (id: ToolId, bench: Workbench): Tool => tools[id](bench);
