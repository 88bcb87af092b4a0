/** A part of the panel under a heading that folds it. */
import { html, type TemplateResult } from 'lit';

/** Title, content and state of a section. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Beside the title: a count. */
  readonly aside?: string | number;
  /** Open at first; later as the person left it. */
  readonly open: boolean;
  readonly content: unknown;
  /** Called when it was folded or unfolded. */
  toggled?(): void;
}

/** Renders a section. */
export const section = ({ id, title, aside, open, content, toggled }: Section): TemplateResult =>
  html`<details class="section ${id}" data-section=${id} ?open=${open} @toggle=${toggled}>
    <summary><span class="title">${title}</span>${aside === undefined ? '' : html`<span class="count">${aside}</span>`}</summary>
    <div class="content">${content}</div>
  </details>`;
