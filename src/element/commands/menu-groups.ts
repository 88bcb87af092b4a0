/** Order and groups of the commands in the toolbar and in the menu, where those of a page come last. */
import { KEYED } from '../contours/classes.js';
import type { MessageKey } from '../i18n/tables.js';
import { drawTools, startTools } from '../tools/tool-id.js';
import type { MenuEntry } from './declaration.js';

/** A group of the menu: its title, and the ids of its commands. */
export interface MenuGroup {
  readonly title: MessageKey;
  readonly ids: readonly string[];
}

const tool = (name: string): string => `tool.${name}`;
const tools = { start: startTools.map(tool), draw: drawTools.map(tool) };
const run = ['run', 'find.like', 'accept', 'refine', 'pause', 'step', 'cancel'];
const edit = ['undo', 'redo', 'classify', 'remove', 'clear'];

const entries = (group: string, names: readonly string[]): MenuEntry[] =>
  names.map((name) => ({ command: `snake.${name}`, group }));

/** The toolbar's entries in their order. */
export const toolbarEntries: readonly MenuEntry[] = [
  ...entries('tools', tools.start),
  ...entries('draw', tools.draw),
  ...entries('run', run),
  ...entries('edit', edit),
  ...entries('file', ['import', 'export']),
  ...entries('view', ['view.zoomOut', 'view.zoomIn', 'view.home', 'view.rotate', 'view.flip', 'view.fullscreen']),
  ...entries('panel', ['menu', 'panel']),
];

const group = (title: MessageKey, ...names: readonly string[]): MenuGroup => ({
  title,
  ids: names.map((name) => `snake.${name}`),
});

/** The menu's groups in their order. */
export const menuGroups: readonly MenuGroup[] = [
  group('menuTools', ...tools.start, ...tools.draw, 'brush.larger', 'brush.smaller'),
  group(
    'menuRun',
    ...run,
    'search.image',
    'search.image.like',
    'search.area',
    'search.area.like',
    'search.pause',
    'search.cancel',
    'view.response',
  ),
  group(
    'menuEdit',
    ...edit,
    'copy',
    'cut',
    'paste',
    'paste.inPlace',
    'duplicate',
    'shape.larger',
    'shape.smaller',
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
  group('menuClasses', ...Array.from({ length: KEYED }, (_, k) => `class.${k + 1}`), 'class.none'),
  group('menuFile', 'open', 'import', 'export', 'session.save', 'recipe.save'),
  group(
    'menuView',
    'view.home',
    'view.zoomIn',
    'view.zoomOut',
    'view.rotate',
    'view.rotateLeft',
    'view.flip',
    'view.upright',
    'view.goTo',
    'view.navigator',
    'view.magnifier',
    'view.display',
    'view.contours',
    'view.before',
    'view.fill',
    'view.dim',
    'view.fullscreen',
    'image.next',
    'image.previous',
    'slice.next',
    'slice.previous',
    'panel',
    'table',
    'menu',
  ),
];
