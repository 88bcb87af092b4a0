/**
 * Tools that draw or change contours, and what cuts and joins areas: with a library for polygons, without which a box needs to be drawn.
 * Loaded when one of them is first used, or ahead of that in idle time.
 */
import { englishDrawing } from '../i18n/drawing/en.js';
import { addEnglish } from '../i18n/messages.js';
import type { Workbench } from '../workbench/workbench.js';
import { brushTool } from './brush.js';
import { cutTool } from './cut.js';
import { drawTool } from './draw.js';
import { polygonTool } from './polygon.js';
import type { Tool } from './tool.js';
import type { DrawingToolId } from './tool-id.js';
import { vertexTool } from './vertices.js';

addEnglish(englishDrawing);

export { Corrections } from '../workbench/editing/corrections.js';
export { Shapes } from '../workbench/editing/shapes.js';
export { ownTool } from './own.js';

/** The tools by id. */
export const drawingTools: Readonly<Record<DrawingToolId, (bench: Workbench) => Tool>> = {
  polygon: polygonTool,
  rectangle: drawTool('rectangle'),
  ellipse: drawTool('ellipse'),
  freehand: drawTool('freehand'),
  brush: brushTool('brush'),
  eraser: brushTool('eraser'),
  cut: cutTool,
  retrace: brushTool('retrace'),
  nodes: vertexTool,
};
