/** The look of the table of measurements. */
import { css } from 'lit';

/** Styles of the table. */
export const tableStyles = css`
  .base:has(> .table-box) { grid-template-rows: auto minmax(0, 1fr) minmax(9rem, 0.7fr) auto; }
  .table-box {
    grid-area: table; display: flex; flex-direction: column; min-inline-size: 0; min-block-size: 0;
    background: var(--_surface); border-block-start: 1px solid var(--_line);
  }
  .attached .table-box { grid-column: 1 / -1; block-size: 18rem; }
  .table-head { display: flex; align-items: center; gap: 8px; padding: 4px 6px 4px 12px; }
  .table-head h2 { margin: 0; font-size: 13px; color: var(--_text); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .table-head h2 { min-inline-size: 0; }
  .table-head .count { flex: 1; }
  .table-head .mini { flex: none; }
  .table-head .plain { min-block-size: 28px; white-space: nowrap; }
  .table-box > .quiet { padding: 4px 12px; }
  .grid { flex: 1; min-block-size: 0; overflow: auto; contain: strict; font-size: 13px; font-variant-numeric: tabular-nums; }
  .titles { position: sticky; inset-block-start: 0; z-index: 2; inline-size: max(100%, var(--_width)); background: var(--_raised); }
  .titles > [role='row'], .grid .row { display: grid; grid-template-columns: var(--_columns); align-items: stretch; gap: 0; padding: 0; }
  .titles > [role='row'] { block-size: 46px; border-block: 1px solid var(--_line); }
  .titles button {
    display: flex; align-items: center; gap: 4px; inline-size: 100%; block-size: 100%; padding: 0 8px; font-size: 12px; font-weight: 600;
    line-height: 1.25; text-align: start; background: none; border: 0; cursor: pointer; overflow: hidden; overflow-wrap: anywhere;
  }
  .titles button.figure { justify-content: end; text-align: end; }
  .titles button:hover { background: var(--_surface); }
  .titles button:focus-visible { outline-offset: -2px; }
  .titles i { font-size: 9px; font-style: normal; }
  .titles i:empty { display: none; }
  .grid .body { position: relative; inline-size: max(100%, var(--_width)); }
  .grid .row { block-size: 28px; }
  .grid .row > span { padding: 4px 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .grid .row > .figure { text-align: end; }
  /* The name stays in sight. */
  .grid .row > :first-child, .titles > [role='row'] > :first-child { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--_surface); }
  .titles > [role='row'] > :first-child { background: var(--_raised); }
  /* The line below a row and its ring lie over its cells, the name too, from the first to the end of the table. */
  .grid .row::after {
    content: ''; position: absolute; z-index: 1; inset: 0; pointer-events: none;
    border: 0 solid color-mix(in srgb, var(--_line) 50%, transparent); border-block-end-width: 1px;
  }
  .grid .row:focus-visible::after { border: 2px solid var(--_accent); }
  /* The start of the ring, where the table is scrolled across. */
  .grid .row:focus-visible > :first-child { box-shadow: inset 2px 0 var(--_accent); }
  .grid .row:focus-visible > :first-child:dir(rtl) { box-shadow: inset -2px 0 var(--_accent); }
  .grid .row:hover > :first-child { background: var(--_raised); }
  .grid .row[aria-selected='true'] > :first-child { background: color-mix(in srgb, var(--_accent) 18%, var(--_surface)); }
  .menu.columns {
    inset: auto var(--_right, 8px) var(--_bottom, 12px) auto; inline-size: min(17rem, calc(100vw - 16px));
    max-block-size: min(60vh, calc(100dvh - var(--_bottom, 12px) - 8px));
  }
  .menu.columns input { inline-size: 24px; block-size: 24px; margin: 0; accent-color: var(--_accent); }
  :host(:fullscreen) .table-box {
    position: absolute; z-index: 3; inset: auto 8px 48px 8px; block-size: 38%; border: 1px solid var(--_line); border-radius: var(--_radius);
  }
  @container (inline-size < 30rem) {
    .table-head { flex-wrap: wrap; padding-block-start: 8px; }
    .table-head .mini { order: 1; }
    /* Title and cross in one line, buttons in the next. */
    .table-head::before { content: ''; order: 2; flex-basis: 100%; }
    .table-head .plain { order: 3; }
    /* In a window of 360 pixels the name, the class and two figures are in sight, and a part of the next. */
    .grid { --_narrow: 0.66; }
    .grid .row > span { padding-inline: 6px; }
    /* Room for the longest words of titles. */
    .titles button { padding-inline: 6px 0; font-size: 11px; }
    .titles button.figure { padding-inline: 0 6px; }
    .grid .row > :first-child, .titles > [role='row'] > :first-child { border-inline-end: 1px solid var(--_line); }
  }
  @container (inline-size < 42rem) {
    .base:has(> .table-box) { grid-template-rows: auto minmax(0, 1fr) auto auto; }
    .table-box {
      grid-area: stage; align-self: end; z-index: 3; inline-size: 100%; block-size: 60%; box-shadow: 0 -8px 24px rgb(0 0 0 / 0.2);
      clip-path: inset(-32px 0 0);
    }
  }
`;
