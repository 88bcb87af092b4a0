/** Commands that change the shape of the selected contours. */
import { drawing } from '../tools/later-drawing.js';
import { BRUSH_STEP } from '../workbench/editing/brush-sizes.js';
import { duplicateNow, pasteNow } from '../workbench/editing/later-pasting.js';
import { takeNextShape } from '../workbench/runs/next-shape.js';
import type { Workbench } from '../workbench/workbench.js';
import { type CommandDeclaration, withLoaded } from './declaration.js';

/** Commands that change the shape of contours. */
export const contourCommands: readonly CommandDeclaration[] = [
  {
    id: 'snake.brush.larger',
    title: 'brushLarger',
    when: 'enabled && (tool.brush || tool.eraser || tool.retrace)',
    run: (bench) => bench.resizeBrush(BRUSH_STEP),
  },
  {
    id: 'snake.brush.smaller',
    title: 'brushSmaller',
    when: 'enabled && (tool.brush || tool.eraser || tool.retrace)',
    run: (bench) => bench.resizeBrush(1 / BRUSH_STEP),
  },
  {
    id: 'snake.shape.larger',
    title: 'shapeLarger',
    when: 'enabled && hasSelection',
    run: (bench) => takeNextShape(bench, true),
  },
  {
    id: 'snake.shape.smaller',
    title: 'shapeSmaller',
    when: 'enabled && hasSelection',
    run: (bench) => takeNextShape(bench, false),
  },
  {
    id: 'snake.copy',
    title: 'copy',
    when: 'hasSelection',
    run: ({ placing }, data) => placing.copy(dataIn(data)),
  },
  {
    id: 'snake.cut',
    title: 'cutOut',
    when: 'enabled && hasSelection',
    run: ({ placing }, data) => placing.cut(dataIn(data)),
  },
  {
    id: 'snake.paste',
    title: 'paste',
    when: 'enabled && hasImage',
    run: (bench, data) => pasteNow(bench, true, dataIn(data)),
  },
  {
    id: 'snake.paste.inPlace',
    title: 'pasteInPlace',
    when: 'enabled && hasImage',
    run: (bench, data) => pasteNow(bench, false, dataIn(data)),
  },
  {
    id: 'snake.duplicate',
    title: 'duplicate',
    when: 'enabled && hasSelection',
    run: duplicateNow,
  },
  {
    id: 'snake.merge',
    title: 'merge',
    when: 'enabled && hasSelection',
    run: async (bench) => new (drawing.now ?? (await drawing.load())).Shapes(bench).merge(),
  },
  {
    id: 'snake.contour.split',
    title: 'splitParts',
    when: 'enabled && hasSelection',
    run: async (bench) => new (drawing.now ?? (await drawing.load())).Corrections(bench).split(),
  },
  {
    id: 'snake.contour.fillHoles',
    title: 'fillHoles',
    when: 'enabled && hasSelection',
    run: async (bench) => new (drawing.now ?? (await drawing.load())).Corrections(bench).fillHoles(),
  },
  ...(['simplify', 'smooth'] as const).map(
    (kind): CommandDeclaration => ({
      id: `snake.contour.${kind}`,
      title: kind,
      when: 'enabled && hasSelection',
      run: async (bench, tolerance) => {
        await bench.reshaping.begin(kind);
        if (typeof tolerance !== 'number') return showTolerance(bench);
        bench.reshaping.set(tolerance);
        return bench.reshaping.apply();
      },
    }),
  ),
  {
    id: 'snake.vertices.several',
    title: 'severalVertices',
    when: 'enabled && tool.nodes',
    run: ({ vertexEditing }) => {
      vertexEditing.several = !vertexEditing.several;
    },
  },
  {
    id: 'snake.vertices.snap',
    title: 'snapVertices',
    when: 'enabled && tool.nodes',
    run: ({ vertexEditing }) => {
      vertexEditing.snaps = !vertexEditing.snaps;
    },
  },
  {
    id: 'snake.vertices.pin',
    title: 'pinVertices',
    when: 'enabled && tool.nodes && hasSelection',
    run: ({ vertexEditing }) => vertexEditing.pin(),
  },
  {
    id: 'snake.vertices.remove',
    title: 'removeVertex',
    when: 'enabled && tool.nodes && hasSelection',
    run: ({ vertexEditing }) => vertexEditing.remove(),
  },
  {
    id: 'snake.select.unsure',
    title: 'selectUnsure',
    when: 'hasContours',
    run: (bench) => withLoaded(bench, import('../workbench/unsure.js'), ({ selectUnsure }) => selectUnsure(bench)),
  },
];

/** The clipboard's data, where the browser's event brought it. */
const dataIn = (value: unknown): DataTransfer | undefined => (value instanceof DataTransfer ? value : undefined);

/** Opens the panel at the field for the tolerance. */
const showTolerance = async (bench: Workbench): Promise<void> => {
  const { element } = bench;
  element.panel = true;
  await element.updateComplete;
  const { renderRoot } = element;
  renderRoot.querySelector<HTMLElement>('#tolerance')?.focus();
  // The buttons that end it lie below the field.
  renderRoot.querySelector('.reshape')?.scrollIntoView({ block: 'nearest' });
  await bench.moving.uncoverSelected();
};
