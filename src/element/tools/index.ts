/** The tools by id. */
import type { Workbench } from '../workbench/workbench.js';
import { boxTool } from './box.js';
import { brushTool } from './brush.js';
import { cutTool } from './cut.js';
import { drawTool } from './draw.js';
import { ownTool } from './own.js';
import { panTool } from './pan.js';
import { pointTool } from './point.js';
import { polygonTool } from './polygon.js';
import type { Tool } from './tool.js';
import { type BuiltInToolId, isBuiltIn } from './tool-id.js';
import { vertexTool } from './vertices.js';

const tools: Readonly<Record<BuiltInToolId, (bench: Workbench) => Tool>> = {
  pan: panTool,
  box: boxTool,
  polygon: polygonTool,
  point: pointTool,
  rectangle: drawTool('rectangle'),
  ellipse: drawTool('ellipse'),
  freehand: drawTool('freehand'),
  brush: brushTool('brush'),
  eraser: brushTool('eraser'),
  cut: cutTool,
  retrace: brushTool('retrace'),
  nodes: vertexTool,
};

/** The tool of this id, one of the component or of the page; `undefined` where there is none. */
export const makeTool = (id: unknown, bench: Workbench): Tool | undefined => {
  if (isBuiltIn(id)) return tools[id](bench);
  const own = typeof id === 'string' ? bench.extensions.tools.get(id) : undefined;
  return own && ownTool(own, bench);
};
