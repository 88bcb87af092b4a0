/** The outline of the selected object made simpler or smoother: the tolerance, and what it comes to. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../../i18n/messages.js';
import type { Reshaped, ReshapeKind } from '../../workbench/editing/reshaping.js';

/** The reshaping under way, and what the fields call. */
export interface ReshapeView {
  readonly t: Translate;
  readonly disabled: boolean;
  /** Something is selected whose outline can be changed. */
  readonly possible: boolean;
  readonly state: Reshaped | undefined;
  begin(kind: ReshapeKind): void;
  set(tolerance: number): void;
  apply(): void;
  cancel(): void;
  /** The keys go back to the image. */
  leave(): void;
}

/** Renders the fields of the reshaping; nothing where no outline is selected. */
export const reshapeFields = (view: ReshapeView): TemplateResult | typeof nothing => {
  const { t, disabled, possible, state } = view;
  if (!possible) return nothing;
  if (!state) {
    return html`<div class="buttons">
      <button type="button" class="plain" ?disabled=${disabled} @click=${() => view.begin('simplify')}>${t('simplify')}</button>
      <button type="button" class="plain" ?disabled=${disabled} @click=${() => view.begin('smooth')}>${t('smooth')}</button>
    </div>`;
  }
  const { kind, tolerance, most, before, after, changes } = state;
  const end = (how: 'apply' | 'cancel'): void => {
    view[how]();
    view.leave();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape' || after !== undefined) end(event.key === 'Enter' ? 'apply' : 'cancel');
  };
  const onInput = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) view.set(currentTarget.valueAsNumber);
  };
  const told =
    after === undefined
      ? t('nothingLeft')
      : changes
        ? t('verticesChange', { before, after })
        : t('verticesSame', { count: before });
  const label = t(kind === 'simplify' ? 'simplifyBy' : 'smoothBy');
  return html`<div class="reshape" part="reshape" role="group" aria-label=${t(kind)} @keydown=${onKey}>
    <div class="field">
      <label for="tolerance">${label}</label>
      <input id="tolerance" type="number" min="0" max=${most} step="0.1" .value=${String(tolerance)} @change=${onInput} />
    </div>
    <input class="slider" type="range" min="0" max=${most} step="0.1" aria-label=${label} .value=${String(tolerance)}
      @input=${onInput} />
    <p class="quiet" aria-live="polite">${told}</p>
    <div class="buttons">
      <button type="button" class="plain" ?disabled=${after === undefined} @click=${() => end('apply')}>${t('apply')}</button>
      <button type="button" class="plain" @click=${() => end('cancel')}>${t('giveUp')}</button>
    </div>
  </div>`;
};
