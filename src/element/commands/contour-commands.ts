/** Commands that change the shape of the selected contours. */
import { BRUSH_STEP } from '../tools/brush.js';
import type { CommandDeclaration } from './declaration.js';

export const contourCommands: readonly CommandDeclaration[] = [
  {
    id: 'snake.brush.larger',
    title: 'brushLarger',
    when: 'enabled && (tool.brush || tool.eraser)',
    run: (bench) => bench.resizeBrush(BRUSH_STEP),
  },
  {
    id: 'snake.brush.smaller',
    title: 'brushSmaller',
    when: 'enabled && (tool.brush || tool.eraser)',
    run: (bench) => bench.resizeBrush(1 / BRUSH_STEP),
  },
  {
    id: 'snake.merge',
    title: 'merge',
    when: 'enabled && hasSelection',
    run: ({ shapes }) => shapes.merge(),
  },
  {
    id: 'snake.contour.split',
    title: 'splitParts',
    when: 'enabled && hasSelection',
    run: ({ corrections }) => corrections.split(),
  },
  {
    id: 'snake.contour.fillHoles',
    title: 'fillHoles',
    when: 'enabled && hasSelection',
    run: ({ corrections }) => corrections.fillHoles(),
  },
];
