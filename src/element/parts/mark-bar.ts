/** The sides that the point tool can mark on the selected object, over the image: with a finger there is no Alt. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/messages.js';
import type { Workbench } from '../workbench/workbench.js';

/** Renders the buttons for marks; nothing while no outlined object is selected or another tool is in hand. */
export const markBar = ({ element, personMarks }: Workbench, t: Translate): TemplateResult | typeof nothing => {
  if (!element.toolbar || element.tool !== 'point' || !personMarks.possible) return nothing;
  const sides = [
    ['inside', 'markInside'],
    ['outside', 'markOutside'],
  ] as const;
  const toggle = (side: (typeof sides)[number][0]): void => {
    personMarks.side = side === personMarks.side ? undefined : side;
  };
  return html`<div class="found vertex-bar" role="group" aria-label=${t('marks')}>
    <span aria-hidden="true">${t('marks')}</span>
    ${sides.map(
      ([side, title]) => html`<button type="button" class="plain" data-mark=${side} ?disabled=${element.disabled}
        aria-pressed=${String(side === personMarks.side)} @click=${() => toggle(side)}>${t(title)}</button>`,
    )}
  </div>`;
};
