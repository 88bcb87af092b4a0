/** The look of the panel and of its fields. */
import { css } from 'lit';

/** Styles of the panel. */
export const panelStyles = css`
  .panel-box {
    /* What has the focus lies below the heading that stays. WebKit brings the caret into sight, 8px below the edge of its field. */
    scroll-padding-block-start: 48px;
    grid-area: panel; inline-size: 18.5rem; max-inline-size: 100cqi; overflow: auto;
    border-inline-start: 1px solid var(--_line); background: var(--_surface);
  }
  .attached .panel-box { grid-column: 1 / -1; inline-size: auto; border-inline-start: 0; }
  h2 { margin: 12px 0 4px; font-size: 12px; font-weight: 650; color: var(--_quiet); }
  .section + .section { border-block-start: 1px solid var(--_line); }
  .section > summary {
    position: sticky; inset-block-start: 0; z-index: 1; display: flex; align-items: center; gap: 8px; margin: 0; padding: 9px 12px;
    color: var(--_text); font-size: 13px; font-weight: 650; background: var(--_surface); border-radius: 0; list-style: none;
  }
  .section > summary::before {
    content: ''; inline-size: 6px; block-size: 6px; margin-inline: 2px; border: solid currentColor; border-width: 0 1.5px 1.5px 0;
    rotate: -45deg; opacity: 0.7;
  }
  .section[open] > summary::before { rotate: 45deg; translate: 0 -2px; }
  .section > summary::-webkit-details-marker { display: none; }
  .section .title { flex: 1; }
  .count { color: var(--_quiet); font-weight: 400; font-variant-numeric: tabular-nums; }
  .section > .content { padding: 0 12px 12px; }
  .field { display: grid; grid-template-columns: minmax(0, 1fr) 7.5rem; align-items: center; gap: 2px 10px; margin-block: 6px; }
  .field.wide { grid-template-columns: minmax(3.5rem, auto) minmax(0, 1fr); }
  .field.whole { grid-template-columns: minmax(0, 1fr); }
  .field > label { overflow-wrap: anywhere; }
  .field input:not([type='checkbox'], [type='color']), select, .text {
    inline-size: 100%; block-size: 30px; padding: 0 8px; background: var(--_raised);
    border: 1px solid var(--_line); border-radius: 6px;
  }
  select { padding-inline-end: 2px; text-overflow: ellipsis; }
  .field input[aria-invalid='true'] { border-color: var(--_danger); }
  .field input[type='checkbox'] { inline-size: 24px; block-size: 24px; margin: 0; accent-color: var(--_accent); justify-self: start; }
  .field > p { grid-column: 1 / -1; margin: 0 0 4px; font-size: 12px; }
  .field > .about { display: none; color: var(--_quiet); }
  .field:focus-within > .about { display: block; grid-column: 1 / -1; font-size: 12px; }
  .about p { margin: 0 0 4px; }
  .about ul { display: grid; gap: 3px; margin: 0 0 6px; padding: 0; list-style: none; }
  .about b { color: var(--_text); font-weight: 600; }
  .field > .when { color: var(--_quiet); }
  .field:focus-within > .when { display: none; }
  .field > .preview { grid-column: 1 / -1; }
  canvas.channel { display: block; max-inline-size: 100%; block-size: auto; border-radius: 6px; background: #000; }
  canvas.channel[hidden] { display: none; }
  .field > .refused { color: var(--_danger); }
  .field > .refused:empty { display: none; }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) 34px; gap: 6px; }
  input[type='color'] { inline-size: 34px; block-size: 30px; padding: 2px; background: var(--_raised); border: 1px solid var(--_line); border-radius: 6px; }
  summary { min-block-size: 24px; margin-block: 10px 4px; cursor: pointer; color: var(--_quiet); border-radius: 4px; }
  .quiet { margin: 0; color: var(--_quiet); }
  .buttons + .quiet { margin-block-start: 8px; }
  dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; margin: 0; font-variant-numeric: tabular-nums; }
  dt { color: var(--_quiet); overflow-wrap: anywhere; }
  dd { margin: 0; text-align: end; }
  .link { padding: 4px 0; background: none; border: 0; color: var(--_accent); cursor: pointer; border-radius: 4px; }
  .link:hover:not(:disabled) { text-decoration: underline; }
  .link:disabled { color: var(--_quiet); opacity: 0.5; cursor: default; }
  .buttons { display: flex; flex-wrap: wrap; gap: 6px; margin-block-start: 8px; }
  .plain {
    min-block-size: 32px; padding: 0 12px; background: var(--_raised); border: 1px solid var(--_line); border-radius: 6px; cursor: pointer;
  }
  .slider { inline-size: 100%; block-size: 24px; margin: 0; accent-color: var(--_accent); }
  .scale { display: flex; align-items: center; gap: 6px; font-size: 12px; font-variant-numeric: tabular-nums; }
  .scale i { flex: 1; block-size: 10px; border-radius: 3px; }
  .histogram { display: block; inline-size: 100%; block-size: 64px; background: var(--_raised); border-radius: 6px; direction: ltr; transition: color 1ms; }
  .channels { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 6px 0; padding: 0; border: 0; }
  .channels legend { padding: 0; }
  .channels label { display: flex; align-items: center; gap: 6px; min-block-size: 28px; }
  .channels input { inline-size: 24px; block-size: 24px; margin: 0; accent-color: var(--_accent); }
  .field input.slider { padding: 0; background: none; border: 0; block-size: 24px; }
  /* In sight whole, the heading over its first line where the panel is low. */
  .reshape { margin-block-start: 8px; scroll-margin-block-start: -48px; }
  .buttons + dl, .reshape + dl { margin-block-start: 10px; }
  .plain:hover:not(:disabled) { border-color: var(--_quiet); }
  .plain:disabled { opacity: 0.5; cursor: default; }
  @container (inline-size < 42rem) {
    .panel-box {
      grid-area: stage; align-self: end; z-index: 2; inline-size: 100%; max-block-size: 60%;
      border-block-start: 1px solid var(--_line); box-shadow: 0 -8px 24px rgb(0 0 0 / 0.2); clip-path: inset(-32px 0 0);
    }
    .base:has(.slices) .panel-box { margin-block-end: 44px; }
  }
`;
