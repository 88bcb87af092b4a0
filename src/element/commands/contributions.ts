/** The component's contributions to its host: commands and their functions, key bindings, and the toolbar. */
import { type Classification, checkClass } from '../../contours/formats/features.js';
import { KEYED } from '../contours/classes.js';
import type { MessageKey } from '../i18n/tables.js';
import type { IconName } from '../parts/icons.js';
import { toggleMenu } from '../parts/toggle-menu.js';
import type { BuiltInToolId } from '../tools/tool-id.js';
import type { SegmentInit } from '../workbench/events.js';
import { saveContours, saveSession } from '../workbench/files/later-files.js';
import type { Workbench } from '../workbench/workbench.js';
import { contourCommands } from './contour-commands.js';
import { type CommandDeclaration, type KeyBinding, type MenuEntry, settled, withLoaded } from './declaration.js';
import { toolbarEntries } from './menu-groups.js';
import { searchCommands } from './search-commands.js';
import { hideAll, viewCommands } from './view-commands.js';

const isClassification = (value: unknown): value is Classification =>
  typeof value === 'object' && value !== null && 'name' in value && 'color' in value;

/** A start or a list of starts that a script gives; what is wrong with it the run says. */
const isInit = (value: unknown): value is SegmentInit => typeof value === 'object' && value !== null;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The contour that a command is given by its id, else the selected one. */
const chosen = ({ collection }: Workbench, id: unknown): string | undefined => text(id) ?? collection.selected?.id;

/** Takes the last vertex of a drawing or a drag that is not finished back, or gives all of it up; false where nothing is drawn. */
const takesBack = ({ drafting, tool }: Workbench): boolean => {
  if (tool.takeBack?.()) return true;
  if (drafting) tool.reset();
  return drafting;
};

/** Opens the panel at the field for the class. */
const editClass = async ({ element, moving }: Workbench): Promise<void> => {
  element.panel = true;
  await moving.uncoverSelected();
  element.renderRoot.querySelector<HTMLElement>('#class-name')?.focus();
};

/** Keys 1 to 9 choose a class, 0 none: for the selected objects, and for those made from now on. */
const classCommands: readonly CommandDeclaration[] = [
  ...Array.from(
    { length: KEYED },
    (_, k): CommandDeclaration => ({
      id: `snake.class.${k + 1}`,
      title: 'classKey',
      values: { number: k + 1 },
      when: `enabled && class.${k + 1}`,
      run: ({ objects }) => objects.classify(objects.classes[k]),
    }),
  ),
  {
    id: 'snake.class.none',
    title: 'classNone',
    when: 'enabled && hasImage',
    run: ({ objects }) => objects.classify(undefined),
  },
];

const tools = [
  ['pan', 'toolPan', 'hand', 'V'],
  ['box', 'toolBox', 'box', 'B'],
  ['polygon', 'toolPolygon', 'polygon', 'P'],
  ['point', 'toolPoint', 'point', 'O'],
  ['rectangle', 'toolRectangle', 'rectangle', 'M'],
  ['ellipse', 'toolEllipse', 'ellipse', 'E'],
  ['freehand', 'toolFreehand', 'freehand', 'D'],
  ['brush', 'toolBrush', 'brush', 'S'],
  ['eraser', 'toolEraser', 'eraser', 'X'],
  ['cut', 'toolCut', 'knife', 'C'],
  ['retrace', 'toolRetrace', 'retrace', 'T'],
  ['nodes', 'toolNodes', 'vertices', 'N'],
] as const satisfies readonly (readonly [BuiltInToolId, MessageKey, IconName, string])[];

/** Every command of the component. */
export const commandDeclarations: readonly CommandDeclaration[] = [
  ...tools.map(
    ([id, title, icon]): CommandDeclaration => ({
      id: `snake.tool.${id}`,
      title,
      icon,
      when: 'enabled',
      checked: `tool.${id}`,
      run: ({ element }) => {
        element.tool = id;
      },
    }),
  ),
  {
    id: 'snake.run',
    title: 'run',
    icon: 'detect',
    when: 'enabled && hasImage && !running && !searching',
    run: (bench, init, options) =>
      settled(
        isInit(init)
          ? bench.runs.segment(init, options)
          : bench.finding.search((finder) => finder.detect(bench.stage.inView)),
      ),
  },
  {
    id: 'snake.find.like',
    title: 'findLike',
    icon: 'similar',
    when: 'enabled && hasImage && hasExamples && !running && !searching',
    run: (bench) => settled(bench.finding.search((finder) => finder.find(bench.stage.inView))),
  },
  {
    id: 'snake.accept',
    title: 'accept',
    icon: 'accept',
    when: 'enabled && hasFound && !running',
    run: ({ finding }) => finding.accept(),
  },
  {
    id: 'snake.refine',
    title: 'refine',
    icon: 'refine',
    when: 'enabled && hasSelection && !running',
    run: (bench, id) => {
      const contour = chosen(bench, id);
      if (contour === undefined || bench.objects.refuses([bench.collection.get(contour)])) return undefined;
      return settled(bench.runs.segment(contour));
    },
  },
  {
    id: 'snake.pause',
    title: 'pause',
    icon: 'pause',
    when: 'running',
    checked: 'paused',
    run: ({ runs, voice }) => {
      const paused = runs.current?.paused === true;
      if (paused) runs.resume();
      else runs.pause();
      voice.say(paused ? 'resume' : 'pause');
    },
  },
  {
    id: 'snake.step',
    title: 'step',
    icon: 'step',
    when: 'running',
    run: ({ runs }) => runs.step(),
  },
  {
    id: 'snake.cancel',
    title: 'cancel',
    icon: 'stop',
    when: 'running || searching || drafting || reshaping',
    run: (bench) => bench.cancel(),
  },
  {
    id: 'snake.run.dropped',
    title: 'runDropped',
    when: 'enabled && hasDropped && !running',
    run: ({ runs }) => runs.startDropped(),
  },
  {
    id: 'snake.undo',
    title: 'undo',
    icon: 'undo',
    when: 'enabled && canUndo',
    run: (bench) => takesBack(bench) || bench.collection.undo(),
  },
  {
    id: 'snake.redo',
    title: 'redo',
    icon: 'redo',
    when: 'enabled && canRedo',
    run: ({ collection }) => collection.redo(),
  },
  {
    id: 'snake.remove',
    title: 'remove',
    icon: 'trash',
    when: 'enabled && (hasSelection || drafting)',
    run: (bench, id) => (typeof id === 'string' ? bench.remove(id) : takesBack(bench) || bench.objects.remove()),
  },
  ...contourCommands,
  ...searchCommands,
  {
    id: 'snake.clear',
    title: 'clear',
    icon: 'clear',
    when: 'enabled && hasContours',
    run: (bench) => bench.clear(),
  },
  {
    id: 'snake.classify',
    title: 'classify',
    icon: 'tag',
    when: 'enabled && hasSelection',
    run: (bench, classification, id) =>
      isClassification(classification)
        ? typeof id === 'string'
          ? bench.classify(checkClass(classification), id)
          : bench.objects.classify(checkClass(classification))
        : editClass(bench),
  },
  ...classCommands,
  {
    id: 'snake.select.all',
    title: 'selectAll',
    when: 'hasContours',
    run: ({ objects, visibility }) =>
      objects.select(objects.all.filter(({ contours: [first] }) => !visibility.isHidden(first))),
  },
  {
    id: 'snake.select.none',
    title: 'selectNone',
    when: 'hasSelection',
    run: ({ collection, objects }) => {
      collection.select(undefined);
      objects.saySelected();
    },
  },
  {
    id: 'snake.hide',
    title: 'hide',
    when: 'hasSelection',
    run: ({ objects, visibility }) =>
      objects.hide(objects.selected, !objects.selected.every(({ contours: [first] }) => visibility.isHidden(first))),
  },
  {
    id: 'snake.showAll',
    title: 'showAllObjects',
    when: 'hasHidden',
    run: (bench) => {
      bench.visibility.showAll();
      hideAll(bench, false);
    },
  },
  {
    id: 'snake.lock',
    title: 'lock',
    when: 'enabled && hasSelection',
    run: ({ objects }) =>
      objects.lock(objects.selected, !objects.selected.every(({ contours: [first] }) => first.properties.isLocked)),
  },
  {
    id: 'snake.select.next',
    title: 'selectNext',
    when: 'hasContours',
    run: (bench) => bench.moving.goOn(1),
  },
  {
    id: 'snake.select.previous',
    title: 'selectPrevious',
    when: 'hasContours',
    run: (bench) => bench.moving.goOn(-1),
  },
  {
    id: 'snake.slice.next',
    title: 'nextSlice',
    when: 'hasSlices',
    run: (bench) => bench.showSlice((bench.stage.slice ?? 0) + 1),
  },
  {
    id: 'snake.slice.previous',
    title: 'previousSlice',
    when: 'hasSlices',
    run: (bench) => bench.showSlice((bench.stage.slice ?? 0) - 1),
  },
  {
    id: 'snake.export',
    title: 'export',
    icon: 'download',
    when: 'hasContours',
    run: (bench, format) => settled(saveContours(bench, text(format) ?? bench.element.format)),
  },
  {
    id: 'snake.session.save',
    title: 'saveSession',
    when: 'hasImage',
    run: (bench) => settled(saveSession(bench)),
  },
  {
    id: 'snake.recipe.save',
    title: 'saveRecipe',
    when: 'enabled',
    run: (bench) => withLoaded(bench, import('../workbench/files/recipes.js'), ({ saveRecipe }) => saveRecipe(bench)),
  },
  {
    id: 'snake.open',
    title: 'openFile',
    icon: 'open',
    when: 'enabled',
    run: ({ element }) => element.renderRoot.querySelector<HTMLElement>('input.open')?.click(),
  },
  {
    id: 'snake.import',
    title: 'import',
    icon: 'upload',
    when: 'enabled',
    run: ({ element }) => element.renderRoot.querySelector<HTMLElement>('input.import')?.click(),
  },
  ...viewCommands,
  {
    id: 'snake.menu',
    title: 'menu',
    icon: 'menu',
    run: ({ element }) => toggleMenu(element.renderRoot),
  },
  {
    id: 'snake.panel',
    title: 'panel',
    icon: 'sliders',
    checked: 'panel',
    run: ({ element, moving }) => {
      element.panel = !element.panel;
      void moving.uncoverSelected();
    },
  },
];

/** The keys of the commands at first. */
export const keyBindings: readonly KeyBinding[] = [
  ...tools.map(([id, , , key]) => ({ command: `snake.tool.${id}`, key })),
  { command: 'snake.run', key: 'Shift+A' },
  { command: 'snake.find.like', key: 'Shift+L' },
  { command: 'snake.accept', key: 'A' },
  { command: 'snake.refine', key: 'Shift+R' },
  { command: 'snake.shape.larger', key: '>' },
  { command: 'snake.shape.smaller', key: '<' },
  { command: 'snake.pause', key: ',' },
  { command: 'snake.step', key: '.' },
  { command: 'snake.cancel', key: 'Escape' },
  { command: 'snake.undo', key: 'Mod+Z' },
  { command: 'snake.redo', key: 'Mod+Shift+Z' },
  { command: 'snake.redo', key: 'Mod+Y' },
  { command: 'snake.vertices.pin', key: 'Shift+P' },
  { command: 'snake.remove', key: 'Delete' },
  { command: 'snake.remove', key: 'Backspace' },
  { command: 'snake.copy', key: 'Mod+C' },
  { command: 'snake.cut', key: 'Mod+X' },
  { command: 'snake.paste', key: 'Mod+V' },
  { command: 'snake.paste.inPlace', key: 'Mod+Shift+V' },
  { command: 'snake.duplicate', key: 'Mod+D' },
  { command: 'snake.classify', key: 'L' },
  ...Array.from({ length: KEYED }, (_, k) => ({ command: `snake.class.${k + 1}`, key: String(k + 1) })),
  { command: 'snake.class.none', key: '0' },
  { command: 'snake.select.all', key: 'Mod+A' },
  { command: 'snake.select.none', key: 'Mod+Shift+A' },
  { command: 'snake.merge', key: 'J' },
  { command: 'snake.contour.split', key: 'Shift+J' },
  { command: 'snake.contour.fillHoles', key: 'Shift+O' },
  { command: 'snake.hide', key: 'H' },
  { command: 'snake.showAll', key: 'Shift+H' },
  { command: 'snake.lock', key: 'K' },
  { command: 'snake.select.next', key: ']' },
  { command: 'snake.select.previous', key: '[' },
  { command: 'snake.select.unsure', key: 'U' },
  { command: 'snake.slice.next', key: 'PageUp' },
  { command: 'snake.slice.previous', key: 'PageDown' },
  { command: 'snake.export', key: 'Mod+S' },
  { command: 'snake.open', key: 'Mod+O' },
  { command: 'snake.session.save', key: 'Mod+Shift+S' },
  { command: 'snake.view.home', key: 'F' },
  { command: 'snake.view.fullscreen', key: 'Shift+F' },
  { command: 'snake.view.goTo', key: 'G' },
  { command: 'snake.view.magnifier', key: 'Z' },
  { command: 'snake.view.navigator', key: 'W' },
  { command: 'snake.view.contours', key: 'Q' },
  { command: 'snake.view.before', key: 'Y' },
  { command: 'snake.view.fill', key: 'I' },
  { command: 'snake.view.dim', key: 'Shift+I' },
  { command: 'snake.view.display', key: 'Shift+D' },
  { command: 'snake.image.next', key: 'Shift+PageDown' },
  { command: 'snake.image.previous', key: 'Shift+PageUp' },
  { command: 'snake.table', key: 'Shift+T' },
  { command: 'snake.menu', key: '?' },
  { command: 'snake.view.response', key: 'R' },
];

/** The entries of the toolbar at first. */
export const menus: { readonly toolbar: readonly MenuEntry[] } = { toolbar: toolbarEntries };
