/** The look of the lists of objects and classes. */
import { css } from 'lit';

/** Styles of the lists of objects and classes. */
export const objectStyles = css`
  /* A list of choices is as wide as the one chosen, or where a browser cannot do that, as the longest. */
  .filters { display: flex; flex-wrap: wrap; gap: 6px; margin-block-end: 8px; }
  .filters > input { flex: 1 1 5.5rem; min-inline-size: 0; }
  .filters > select { flex: 1 0 auto; inline-size: auto; max-inline-size: 100%; field-sizing: content; }
  .list { block-size: min(calc(var(--_rows) * 44px), 34vh); min-block-size: 44px; overflow: auto; margin-inline: -12px; contain: strict; }
  .all { position: relative; }
  .row {
    position: absolute; inset-inline: 0; block-size: 44px; display: grid; grid-template-columns: 36px minmax(0, 1fr);
    align-items: center; gap: 8px; padding-inline: 12px 8px; cursor: default; user-select: none;
  }
  .row:hover { background: var(--_raised); }
  .row[aria-selected='true'] { background: color-mix(in srgb, var(--_accent) 18%, var(--_surface)); }
  @media (forced-colors: active) {
    .row[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
    .class.chosen .key { outline: 2px solid Highlight; outline-offset: -2px; }
    .swatch, .scale i { forced-color-adjust: none; }
  }
  .row:focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px; }
  .row.dim .picture, .row.dim .names { opacity: 0.5; }
  .row canvas { display: block; inline-size: 36px; block-size: 36px; border-radius: 5px; background: color-mix(in srgb, var(--_text) 20%, var(--_surface)); }
  /* Beside the buttons, where they are seen. */
  .names { display: grid; line-height: 1.3; padding-inline-end: 54px; }
  .names > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .names b { font-weight: 550; }
  .names i { font-style: normal; }
  /* The class is shortened, not the size: without its end a unit is another one. */
  .names small { display: flex; white-space: pre; color: var(--_quiet); font-variant-numeric: tabular-nums; }
  .names small > * { flex: none; }
  .names small > .swatch { align-self: center; }
  .names small > .swatch + bdi { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; }
  .row[aria-selected='true'] small { color: var(--_text); }
  .swatch { display: inline-block; inline-size: 9px; block-size: 9px; margin-inline-end: 5px; border-radius: 3px; border: 1px solid rgb(0 0 0 / 0.3); }
  .minis { position: absolute; inset-block: 0; inset-inline-end: 6px; display: flex; align-items: center; }
  .row .mini { background: var(--_surface); }
  .row:hover .mini { background: var(--_raised); }
  .mini {
    display: grid; place-content: center; inline-size: 26px; block-size: 26px; padding: 0; color: var(--_quiet); background: none;
    border: 1px solid transparent; border-radius: 5px; cursor: pointer;
  }
  .mini .icon { inline-size: 16px; block-size: 16px; }
  .mini:hover:not(:disabled) { color: var(--_text); border-color: var(--_line); }
  .mini.on { color: var(--_text); }
  @media (hover: hover) {
    .row .mini:not(.on) { opacity: 0; }
    /* One rule for rows without focus and without pressed buttons would stay in force in WebKit when the focus comes. */
    .names { padding-inline-end: 0; }
    .row:hover .names, .row:focus-within .names, .row:has(.mini.on) .names { padding-inline-end: 54px; }
    .row:hover .mini, .row:focus-within .mini, .row:focus .mini { opacity: 1; }
  }
  .classes { display: grid; gap: 2px; margin: 0 0 6px; padding: 0; list-style: none; }
  .class { display: flex; align-items: center; gap: 4px; }
  .quiet + #new-class { margin-block-start: 6px; }
  /* Below the names of the classes. */
  .class.none { padding-inline: 59px 54px; color: var(--_quiet); }
  .class.none span:first-child { flex: 1; }
  .class .mini { inline-size: 24px; block-size: 24px; flex: none; }
  .class .key { font-size: 12px; border-color: var(--_line); }
  .class.chosen .key { color: var(--_on-accent); background: var(--_accent); border-color: transparent; }
  .class input[type='color'] { inline-size: 24px; block-size: 24px; padding: 1px; flex: none; }
  .class { gap: 3px; }
  /* The name has the room, until the row is pointed at or has the focus. */
  @media (hover: hover) {
    .class:not(:hover, :focus-within) .mini:not(.key, .on) { position: absolute; opacity: 0; }
    .class.none { padding-inline-end: 0; }
  }
  .class .flat, #class-name { text-overflow: ellipsis; }
  .text.flat { flex: 1; min-inline-size: 0; block-size: 28px; padding: 0 4px; background: none; border-color: transparent; }
  .text.flat:hover, .text.flat:focus { border-color: var(--_line); }
  .class.chosen .flat { font-weight: 650; }
  .class.derived-1 { padding-inline-start: 12px; }
  .class.derived-2 { padding-inline-start: 24px; }
  .marks { margin-block: 10px; }
  .marks .head { display: flex; gap: 8px; margin: 0 0 4px; font-weight: 600; }
  .marks ul { display: grid; gap: 2px; max-block-size: 11rem; margin: 0; padding: 0; overflow: auto; list-style: none; }
  .mark { display: flex; align-items: center; gap: 8px; }
  .mark .name { flex: 1; min-inline-size: 0; font-variant-numeric: tabular-nums; }
  .mark .sign { flex: none; inline-size: 18px; line-height: 18px; text-align: center; font-weight: 700; color: #fff; }
  .mark .inside { background: #1a7f37; border-radius: 50%; }
  .mark .outside { background: #c62828; border-radius: 2px; }
  textarea.text { block-size: auto; min-block-size: 30px; padding: 5px 8px; font: inherit; color: inherit; resize: vertical; }
  .buttons .link { padding-inline-end: 8px; }
`;
