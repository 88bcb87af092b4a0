/** Groups of the commands in the menu; those of a page come last. */
import type { MessageKey } from '../i18n/tables.js';

export interface MenuGroup {
  readonly title: MessageKey;
  readonly ids: readonly string[];
}

const group = (title: MessageKey, ...names: readonly string[]): MenuGroup => ({
  title,
  ids: names.map((name) => `snake.${name}`),
});

export const menuGroups: readonly MenuGroup[] = [
  group(
    'menuTools',
    'tool.pan',
    'tool.box',
    'tool.polygon',
    'tool.point',
    'tool.rectangle',
    'tool.ellipse',
    'tool.freehand',
    'tool.brush',
    'tool.eraser',
    'tool.cut',
    'tool.retrace',
    'brush.larger',
    'brush.smaller',
    'tool.nodes',
  ),
  group('menuRun', 'run', 'find.like', 'accept', 'refine', 'pause', 'step', 'cancel', 'view.response'),
  group(
    'menuEdit',
    'undo',
    'redo',
    'classify',
    'remove',
    'clear',
    'merge',
    'contour.split',
    'contour.fillHoles',
    'contour.simplify',
    'contour.smooth',
    'select.next',
    'select.previous',
    'select.unsure',
    'select.all',
    'select.none',
    'hide',
    'showAll',
    'lock',
  ),
  group(
    'menuClasses',
    'class.1',
    'class.2',
    'class.3',
    'class.4',
    'class.5',
    'class.6',
    'class.7',
    'class.8',
    'class.9',
    'class.none',
  ),
  group('menuFile', 'open', 'import', 'export', 'session.save', 'recipe.save'),
  group(
    'menuView',
    'view.home',
    'view.zoomIn',
    'view.zoomOut',
    'view.rotate',
    'view.flip',
    'view.fullscreen',
    'slice.next',
    'slice.previous',
    'panel',
    'menu',
  ),
];
