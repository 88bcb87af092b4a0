/** Every command in words, with its key: what the toolbar has no room for, and the list of keys. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandInfo, Commands } from '../commands/commands.js';
import { display } from '../commands/keys.js';
import { menuGroups } from '../commands/menu-groups.js';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

export interface MenuView {
  readonly commands: Commands;
  readonly t: Translate;
  run(id: string): void;
}

const entry = (info: CommandInfo, { run }: MenuView): TemplateResult => {
  const act = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLElement) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    run(info.id);
  };
  return html`<button type="button" class="entry" data-entry=${info.id} ?disabled=${!info.enabled}
    aria-pressed=${info.checked === undefined ? nothing : String(info.checked)} @click=${act}>
    <span class="sign">${info.icon ? icon(info.icon) : nothing}</span>
    <span class="words">${info.title}</span>
    ${info.keys.length > 0 ? html`<kbd>${info.keys.slice(0, 1).map(display)}</kbd>` : nothing}
  </button>`;
};

export const menu = (view: MenuView): TemplateResult => {
  const { commands, t } = view;
  const infos = new Map(commands.list.map((info) => [info.id, info]));
  const grouped = new Set(menuGroups.flatMap(({ ids }) => ids));
  const others = [...infos.keys()].filter((id) => !grouped.has(id));
  const part = (title: string, ids: readonly string[]): TemplateResult | typeof nothing => {
    const shown = ids.flatMap((id) => infos.get(id) ?? []);
    return shown.length === 0
      ? nothing
      : html`<section><h3>${title}</h3>${shown.map((info) => entry(info, view))}</section>`;
  };
  return html`<div class="menu" id="menu" popover part="menu" role="group" aria-label=${t('menu')}>
    ${menuGroups.map(({ title, ids }) => part(t(title), ids))}
    ${part(t('menuOthers'), others)}
    <p class="quiet">${t('menuPointer')}</p>
  </div>`;
};
