/** What can be done with vertices, over the image: with a finger there are neither Shift nor Alt nor Delete. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Commands } from '../commands/commands.js';
import type { Translate } from '../i18n/messages.js';
import type { Workbench } from '../workbench/workbench.js';

/** Renders the buttons for vertices; nothing while no vertices are edited. */
export const vertexBar = (
  { element, selectedHere, vertexEditing }: Workbench,
  commands: Commands,
  t: Translate,
): TemplateResult | typeof nothing => {
  if (!element.toolbar || element.tool !== 'nodes' || !selectedHere) return nothing;
  const { several, snaps, chosen, active, pinned } = vertexEditing;
  // The short label is shown if there is no room for the full name.
  const button = (id: string, short: string, title: string, pressed?: boolean, enabled = true): TemplateResult =>
    html`<button type="button" class="plain" data-vertices=${id} title=${title} aria-label=${title}
      aria-pressed=${pressed === undefined ? nothing : String(pressed)}
      ?disabled=${!enabled || element.disabled} @click=${() => void commands.execute(id)}
      ><span class="whole">${title}</span><span class="short">${short}</span></button>`;
  return html`<div class="found vertex-bar" role="group" aria-label=${t('toolNodes')}>
    ${button('snake.vertices.several', t('severalShort'), t('severalVertices'), several)}
    ${button('snake.vertices.snap', t('snapShort'), t('snapVertices'), snaps)}
    ${button('snake.vertices.pin', t('pinShort'), t('pinVertices'), pinned === true, pinned !== undefined)}
    ${button('snake.vertices.remove', t('removeShort'), chosen > 0 ? t('removeVertices', { count: chosen }) : t('removeVertex'), undefined, chosen > 0 || active)}
  </div>`;
};
