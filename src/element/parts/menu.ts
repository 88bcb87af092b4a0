/** Every command in words, with its key: what the toolbar has no room for, and the list of keys. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandInfo, Commands } from '../commands/commands.js';
import { display } from '../commands/keys.js';
import { menuGroups } from '../commands/menu-groups.js';
import type { OwnKeys } from '../commands/own-keys.js';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

/** Commands, keys and texts of the menu. */
export interface MenuView {
  readonly commands: Commands;
  readonly keys: OwnKeys;
  readonly t: Translate;
  /** The last press was a finger's: no keys are shown. */
  readonly touched: boolean;
  run(id: string): void;
}

/** A command whose key can be changed. */
const keyEntry = (info: CommandInfo, { keys, t }: MenuView): TemplateResult => {
  const waits = keys.waiting === info.id;
  const text = info.keys.map(display).join(', ');
  return html`<button type="button" class="entry" data-entry=${info.id} aria-pressed=${String(waits)} @click=${() => keys.ask(info.id)}>
    <span class="sign">${info.icon ? icon(info.icon) : nothing}</span>
    <span class="words">${info.title}</span>
    <kbd>${waits ? t('pressKey') : text || t('noKey')}</kbd>
  </button>`;
};

const entry = (info: CommandInfo, view: MenuView): TemplateResult => {
  const { run, touched } = view;
  if (view.keys.editing) return keyEntry(info, view);
  const act = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLElement) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    run(info.id);
  };
  return html`<button type="button" class="entry" data-entry=${info.id} ?disabled=${!info.enabled}
    aria-pressed=${info.checked === undefined ? nothing : String(info.checked)} @click=${act}>
    <span class="sign">${info.icon ? icon(info.icon) : nothing}</span>
    <span class="words">${info.title}</span>
    ${info.keys.length > 0 && !touched ? html`<kbd>${info.keys.slice(0, 1).map(display)}</kbd>` : nothing}
  </button>`;
};

/** Renders the menu of all commands. */
export const menu = (view: MenuView): TemplateResult => {
  const { commands, keys, t } = view;
  const withKeys = keys.editing || !view.touched;
  const infos = new Map(commands.list.map((info) => [info.id, info]));
  const grouped = new Set(menuGroups.flatMap(({ ids }) => ids));
  const others = [...infos.keys()].filter((id) => !grouped.has(id));
  const part = (title: string, ids: readonly string[]): TemplateResult | typeof nothing => {
    const shown = ids.flatMap((id) => infos.get(id) ?? []);
    return shown.length === 0
      ? nothing
      : html`<section><h2>${title}</h2>${shown.map((info) => entry(info, view))}</section>`;
  };
  return html`<div class="menu" id="menu" popover part="menu" role="group" aria-label=${t('menu')}>
    ${
      withKeys
        ? html`<div class="menu-head">
            <button type="button" class="plain" aria-pressed=${String(keys.editing)} @click=${() => keys.edit(!keys.editing)}>${t('changeKeys')}</button>
            ${keys.editing ? html`<button type="button" class="plain" @click=${() => keys.reset()}>${t('resetKeys')}</button>` : nothing}
          </div>`
        : nothing
    }
    ${keys.editing ? html`<p class="quiet" role="status">${t('changeKeysHelp')}</p>` : nothing}
    ${menuGroups.map(({ title, ids }) => part(t(title), ids))}
    ${part(t('menuOthers'), others)}
    ${withKeys ? html`<p class="quiet">${t('menuPointer')}</p>` : nothing}
  </div>`;
};
