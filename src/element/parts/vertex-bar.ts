/** What can be done with vertices, over the image: with a finger there are neither Shift nor Alt nor Delete. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Commands } from '../commands/commands.js';
import type { Translate } from '../i18n/messages.js';
import type { Workbench } from '../workbench/workbench.js';

/** Renders the buttons for vertices; nothing while no vertices are edited. */
export const vertexBar = (
  { element, collection, vertexEditing }: Workbench,
  commands: Commands,
  t: Translate,
): TemplateResult | typeof nothing => {
  if (!element.toolbar || element.tool !== 'nodes' || !collection.selected) return nothing;
  const { several, snaps, chosen, pinned } = vertexEditing;
  const button = (id: string, title: string, pressed?: boolean, enabled = true): TemplateResult =>
    html`<button type="button" class="plain" data-vertices=${id} aria-pressed=${pressed === undefined ? nothing : String(pressed)}
      ?disabled=${!enabled || element.disabled} @click=${() => void commands.execute(id)}>${title}</button>`;
  return html`<div class="found vertex-bar" role="group" aria-label=${t('toolNodes')}>
    ${button('snake.vertices.several', t('severalVertices'), several)}
    ${button('snake.vertices.snap', t('snapVertices'), snaps)}
    ${button('snake.vertices.pin', t('pinVertices'), pinned === true, pinned !== undefined)}
    ${button('snake.vertices.remove', chosen > 0 ? t('removeVertices', { count: chosen }) : t('removeVertex'), undefined, chosen > 0)}
  </div>`;
};
