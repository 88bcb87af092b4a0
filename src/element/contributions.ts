/** What the component contributes to its host, as plain data: commands, key bindings, menus. */
import type { IconName } from './icons.js';
import type { MessageKey } from './messages.js';

export interface CommandDeclaration {
  readonly id: string;
  readonly title: MessageKey;
  readonly icon?: IconName;
  /** See `when.ts`. */
  readonly when?: string;
  /** The state that makes a command a pressed button. */
  readonly checked?: string;
}

export interface KeyBinding {
  readonly command: string;
  readonly key: string;
}

export interface MenuEntry {
  readonly command: string;
  /** Entries of a group stand together. */
  readonly group: string;
}

const tools = [
  ['pan', 'toolPan', 'hand', 'V'],
  ['box', 'toolBox', 'box', 'B'],
  ['polygon', 'toolPolygon', 'polygon', 'P'],
  ['point', 'toolPoint', 'point', 'O'],
  ['nodes', 'toolNodes', 'nodes', 'N'],
] as const;

export const commandDeclarations: readonly CommandDeclaration[] = [
  ...tools.map(
    ([id, title, icon]): CommandDeclaration => ({
      id: `snake.tool.${id}`,
      title,
      icon,
      when: 'enabled',
      checked: `tool.${id}`,
    }),
  ),
  { id: 'snake.run', title: 'run', icon: 'wand', when: 'enabled && hasImage && !running' },
  { id: 'snake.refine', title: 'refine', icon: 'refine', when: 'enabled && hasSelection && !running' },
  { id: 'snake.pause', title: 'pause', icon: 'pause', when: 'running', checked: 'paused' },
  { id: 'snake.step', title: 'step', icon: 'step', when: 'running' },
  { id: 'snake.cancel', title: 'cancel', icon: 'stop', when: 'running || drafting' },
  { id: 'snake.undo', title: 'undo', icon: 'undo', when: 'enabled && canUndo' },
  { id: 'snake.redo', title: 'redo', icon: 'redo', when: 'enabled && canRedo' },
  { id: 'snake.remove', title: 'remove', icon: 'trash', when: 'enabled && hasSelection' },
  { id: 'snake.clear', title: 'clear', icon: 'clear', when: 'enabled && hasContours' },
  { id: 'snake.classify', title: 'classify', icon: 'tag', when: 'enabled && hasSelection' },
  { id: 'snake.select.next', title: 'selectNext', when: 'hasContours' },
  { id: 'snake.select.previous', title: 'selectPrevious', when: 'hasContours' },
  { id: 'snake.slice.next', title: 'nextSlice', when: 'hasSlices' },
  { id: 'snake.slice.previous', title: 'previousSlice', when: 'hasSlices' },
  { id: 'snake.export', title: 'export', icon: 'download', when: 'hasContours' },
  { id: 'snake.import', title: 'import', icon: 'upload', when: 'enabled' },
  { id: 'snake.view.home', title: 'viewHome', icon: 'home', when: 'hasImage' },
  { id: 'snake.view.zoomIn', title: 'zoomIn', icon: 'plus', when: 'hasImage' },
  { id: 'snake.view.zoomOut', title: 'zoomOut', icon: 'minus', when: 'hasImage' },
  { id: 'snake.view.rotate', title: 'rotate', icon: 'rotate', when: 'hasImage' },
  { id: 'snake.view.flip', title: 'flip', icon: 'flip', when: 'hasImage' },
  { id: 'snake.view.response', title: 'showPicture', when: 'hasPicture', checked: 'picture' },
  { id: 'snake.panel', title: 'panel', icon: 'sliders', checked: 'panel' },
];

export const keyBindings: readonly KeyBinding[] = [
  ...tools.map(([id, , , key]) => ({ command: `snake.tool.${id}`, key })),
  { command: 'snake.run', key: 'Shift+A' },
  { command: 'snake.refine', key: 'Shift+R' },
  { command: 'snake.pause', key: ',' },
  { command: 'snake.step', key: '.' },
  { command: 'snake.cancel', key: 'Escape' },
  { command: 'snake.undo', key: 'Mod+Z' },
  { command: 'snake.redo', key: 'Mod+Shift+Z' },
  { command: 'snake.redo', key: 'Mod+Y' },
  { command: 'snake.remove', key: 'Delete' },
  { command: 'snake.remove', key: 'Backspace' },
  { command: 'snake.classify', key: 'L' },
  { command: 'snake.select.next', key: ']' },
  { command: 'snake.select.previous', key: '[' },
  { command: 'snake.slice.next', key: 'PageUp' },
  { command: 'snake.slice.previous', key: 'PageDown' },
  { command: 'snake.export', key: 'Mod+S' },
  { command: 'snake.view.response', key: 'R' },
];

const group = (name: string, ...ids: string[]): MenuEntry[] =>
  ids.map((id) => ({ command: `snake.${id}`, group: name }));

export const menus: { readonly toolbar: readonly MenuEntry[] } = {
  toolbar: [
    ...group('tools', 'tool.pan', 'tool.box', 'tool.polygon', 'tool.point', 'tool.nodes'),
    ...group('run', 'run', 'refine', 'pause', 'step', 'cancel'),
    ...group('edit', 'undo', 'redo', 'classify', 'remove', 'clear'),
    ...group('file', 'import', 'export'),
    ...group('view', 'view.zoomOut', 'view.zoomIn', 'view.home', 'view.rotate', 'view.flip'),
    ...group('panel', 'panel'),
  ],
};
