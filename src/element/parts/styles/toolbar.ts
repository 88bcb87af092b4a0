/** The look of the toolbar. */
import { css } from 'lit';

/** Styles of the toolbar. */
export const toolbarStyles = css`
  .toolbar { grid-area: toolbar; overflow-x: auto; scrollbar-width: none; border-block-end: 1px solid var(--_line); }
  /* As wide as all groups are: within what is no wider than the bar, WebKit puts the last one over the first from right to left. */
  .groups {
    display: flex; align-items: center; gap: 4px; box-sizing: border-box; inline-size: max-content; min-inline-size: 100%;
    padding-block: 4px; padding-inline: 6px 0;
  }
  .group { display: flex; gap: 2px; }
  .group + .group { padding-inline-start: 6px; margin-inline-start: 2px; border-inline-start: 1px solid var(--_line); }
  /* Always in sight: what does not fit is in the menu. */
  .groups > .group.panel {
    position: sticky; inset-inline-end: 0; z-index: 1; margin-inline-start: auto; padding-inline-end: 6px;
    background: var(--_surface);
  }
  .toolbar[data-more] .group.panel::before {
    content: '›'; content: '›' / ''; position: absolute; inset-block: 0; inset-inline-end: 100%; display: grid; align-items: center; justify-items: end;
    inline-size: 28px; padding-inline-end: 5px; font-size: 20px; color: var(--_quiet); cursor: pointer;
    background: linear-gradient(var(--_on, to right), transparent, var(--_surface) 60%);
  }
  /* The sign itself is mirrored by the direction of writing. */
  .toolbar[data-more] .group.panel:dir(rtl)::before { --_on: to left; }
  @container (inline-size < 1300px) { .group.view { display: none; } }
  @container (inline-size < 1090px) { .group.file { display: none; } }
  .tool {
    display: grid; place-content: center; inline-size: 34px; block-size: 34px; padding: 0; flex: none;
    background: none; border: 1px solid transparent; border-radius: calc(var(--_radius) - 3px); cursor: pointer;
  }
  .panel :is([data-command='snake.undo'], [data-command='snake.remove']) { display: none; }
  @container (inline-size < 1040px) {
    .panel :is([data-command='snake.undo'], [data-command='snake.remove']:enabled) { display: grid; }
    .edit :is([data-command='snake.undo'], [data-command='snake.remove']:enabled) { display: none; }
  }
  /* Room for all of them beside a strip of images in a window of 1366 pixels. */
  @container (inline-size < 1420px) {
    .tool { inline-size: 32px; }
    .group + .group { padding-inline-start: 4px; margin-inline-start: 0; }
  }
  .tool:hover:not(:disabled, [aria-pressed='true']) { background: var(--_raised); }
  .tool:disabled { color: var(--_quiet); opacity: 0.45; cursor: default; }
  .tool[aria-pressed='true'] { background: var(--_accent); color: var(--_on-accent); }
  :is(button, input, select, summary):focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
  .tool:focus-visible { outline-offset: -3px; outline-color: color-mix(in srgb, var(--_accent) 60%, var(--_text)); }
  .tool[aria-pressed='true']:focus-visible { outline-color: var(--_on-accent); }
  .word { inline-size: auto; padding-inline: 10px; }
  @media (pointer: coarse) { .tool { inline-size: 42px; block-size: 42px; } }
`;
