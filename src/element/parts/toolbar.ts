/** The toolbar: groups of the commands' menu, one tab stop, arrow keys in between (ARIA toolbar pattern). */
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandInfo, Commands } from '../commands/commands.js';
import { ariaKeys, display } from '../commands/keys.js';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

/** Commands and texts of the toolbar. */
export interface ToolbarView {
  readonly commands: Commands;
  readonly t: Translate;
  run(id: string): void;
}

/** The icon and title of a command, which depend on the state. */
const dressed = (info: CommandInfo, t: Translate): { readonly icon: string; readonly title: string } =>
  info.id === 'snake.pause' && info.checked === true
    ? { icon: 'play', title: t('resume') }
    : { icon: info.icon ?? '', title: info.title };

const button = (info: CommandInfo, view: ToolbarView): TemplateResult => {
  const { icon: path, title } = dressed(info, view.t);
  const [key] = info.keys;
  const toggles = info.checked !== undefined && info.id !== 'snake.pause';
  return html`<button
    type="button"
    class="tool ${path === '' ? 'word' : ''}"
    part="button"
    data-command=${info.id}
    tabindex="-1"
    aria-label=${title}
    title=${key === undefined ? title : `${title} (${display(key)})`}
    aria-keyshortcuts=${key === undefined ? nothing : ariaKeys(key)}
    aria-pressed=${toggles ? String(Boolean(info.checked)) : nothing}
    ?disabled=${!info.enabled}
    @click=${() => view.run(info.id)}
  >${path === '' ? title : icon(path)}</button>`;
};

/** Those that can have the focus: a narrow bar does not show all. */
const enabled = (bar: Element): HTMLButtonElement[] =>
  [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].filter(
    (button) => button.getClientRects().length > 0,
  );

/** Moves between the buttons of a bar by arrow keys, Home and End: Left and Right, or Up and Down. */
export const onBarKey = (event: KeyboardEvent): void => {
  const bar = event.currentTarget;
  if (!(bar instanceof HTMLElement)) return;
  const buttons = enabled(bar);
  const at = buttons.findIndex((candidate) => candidate.matches(':focus'));
  const rtl = getComputedStyle(bar).direction === 'rtl';
  const next =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? buttons.length - 1
        : event.key === 'ArrowDown' || event.key === (rtl ? 'ArrowLeft' : 'ArrowRight')
          ? at + 1
          : event.key === 'ArrowUp' || event.key === (rtl ? 'ArrowRight' : 'ArrowLeft')
            ? at - 1
            : undefined;
  if (next === undefined) return;
  event.preventDefault();
  buttons[(next + buttons.length) % buttons.length]?.focus();
};

/** The button that has, or last had, the focus is the tab stop; an enabled one always is. */
export const rove = (bar: Element, focused?: Element | null): void => {
  const buttons = enabled(bar);
  const stop =
    buttons.find((candidate) => candidate === focused) ?? buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0];
  for (const candidate of bar.querySelectorAll('button')) candidate.tabIndex = candidate === stop ? 0 : -1;
};

/** Renders the toolbar. */
export const toolbar = (view: ToolbarView): TemplateResult => {
  const groups = new Map<string, CommandInfo[]>();
  const entries = view.commands.toolbar;
  const infos = view.commands.infos(entries.map(({ command }) => command));
  /** In a narrow bar these stand beside what is always in sight, in place of their buttons in the group of edits; Undo is the last. */
  const near = infos.filter(({ id }) => id === 'snake.undo' || id === 'snake.remove').reverse();
  for (const [k, { group }] of entries.entries()) groups.set(group, [...(groups.get(group) ?? []), infos[k]!]);
  return html`<div
    class="toolbar"
    part="toolbar"
    role="toolbar"
    aria-label=${view.t('toolbar')}
    @keydown=${onBarKey}
    @focusin=${(event: FocusEvent) => {
      if (event.currentTarget instanceof Element && event.target instanceof Element)
        rove(event.currentTarget, event.target);
    }}
  >
    <div class="groups">
      <slot name="toolbar-start"></slot>
      ${[...groups].map(
        ([name, infos]) =>
          html`<div class="group ${name}" role="group">${[...(name === 'panel' ? near : []), ...infos].map((info) => button(info, view))}</div>`,
      )}
      <slot name="toolbar-end"></slot>
    </div>
  </div>`;
};
