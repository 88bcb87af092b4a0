/** The next larger and smaller shape of a click, over the image: who has just clicked sees them. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Commands } from '../commands/commands.js';
import { ariaKeys, display } from '../commands/keys.js';
import type { Translate } from '../i18n/messages.js';
import { clickOf } from '../workbench/runs/click-of.js';
import type { Workbench } from '../workbench/workbench.js';

/** A command as a button with a short label, over the image. */
export const shortButton = (commands: Commands, id: string, short: string): TemplateResult => {
  const { title, keys, enabled } = commands.info(id);
  const [key] = keys;
  return html`<button type="button" class="plain" data-command=${id} aria-label=${title}
    title=${key === undefined ? title : `${title} (${display(key)})`}
    aria-keyshortcuts=${key === undefined ? nothing : ariaKeys(key)}
    ?disabled=${!enabled} @click=${() => void commands.execute(id)}>${short}</button>`;
};

/** Renders the buttons for shapes; nothing while no contour from a click is selected or another tool is in hand. */
export const shapeBar = (
  { element, selectedHere, stage }: Workbench,
  commands: Commands,
  t: Translate,
): TemplateResult | typeof nothing => {
  if (!element.toolbar || element.tool !== 'point') return nothing;
  if (!selectedHere || !clickOf(selectedHere, stage.seat.algorithms)) return nothing;
  return html`<div class="found vertex-bar" role="group" aria-label=${t('shape')}>
    <span aria-hidden="true">${t('shape')}</span>
    ${shortButton(commands, 'snake.shape.smaller', t('smallerShort'))}
    ${shortButton(commands, 'snake.shape.larger', t('largerShort'))}
  </div>`;
};
