/** The size of the brush, over the image: with a finger there are neither keys nor a wheel. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Commands } from '../commands/commands.js';
import type { Workbench } from '../workbench/workbench.js';
import { shortButton } from './shape-bar.js';

/** Renders the buttons for the size of a tip; nothing where the last press was no finger's, or a tool without a tip is in hand. */
export const brushBar = (
  { element: { tool, toolbar }, touched }: Workbench,
  commands: Commands,
): TemplateResult | typeof nothing => {
  if (!toolbar || !touched || !/^(brush|eraser|retrace)$/.test(tool)) return nothing;
  const { title } = commands.info(`snake.tool.${tool}`);
  return html`<div class="found vertex-bar" role="group" aria-label=${title}>
    <span aria-hidden="true">${title}</span>
    ${shortButton(commands, 'snake.brush.smaller', '−')}
    ${shortButton(commands, 'snake.brush.larger', '+')}
  </div>`;
};
