/** The component's look: calm surfaces, one accent, light and dark by the page's `color-scheme`. */
import { css } from 'lit';

export const styles = css`
  :host {
    --_accent: var(--snake-accent, light-dark(#0b62d6, #6cb0ff));
    --_on-accent: var(--snake-on-accent, light-dark(#fff, #06213f));
    --_surface: var(--snake-surface, light-dark(#fff, #1b1f24));
    --_raised: var(--snake-raised, light-dark(#f3f5f8, #262b32));
    --_text: var(--snake-text, light-dark(#1a2027, #eef1f5));
    --_quiet: var(--snake-quiet, light-dark(#55606d, #a9b4c0));
    --_line: var(--snake-border, light-dark(#dde2e8, #343b44));
    --_ground: var(--snake-background, light-dark(#e9ecf0, #101317));
    --_danger: var(--snake-danger, light-dark(#a3161a, #ffb4ae));
    --_danger-ground: light-dark(#fdeceb, #43191a);
    --_radius: var(--snake-radius, 10px);
    display: block;
    position: relative;
    block-size: 32rem;
    min-block-size: 0;
    container-type: inline-size;
    color: var(--_text);
    font: 14px / 1.45 var(--snake-font, system-ui, sans-serif);
    text-align: start;
  }
  :host([hidden]) { display: none; }
  :host([data-attached]) { block-size: auto; }
  * { box-sizing: border-box; }
  button, input, select { font: inherit; color: inherit; }

  .base {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) auto;
    grid-template-areas: 'toolbar toolbar' 'stage panel' 'status status';
    block-size: 100%;
    overflow: hidden;
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .base.bare { border: 0; border-radius: 0; background: none; }

  .stage { grid-area: stage; position: relative; min-block-size: 0; background: var(--_ground); overflow: hidden; }
  .viewer { position: absolute; inset: 0; }
  .base:not(.pointing) .viewer:has(:focus-visible)::after, .stage.over::after {
    content: ''; position: absolute; inset: 0; pointer-events: none;
    border: 2px solid var(--_accent); z-index: 3;
  }
  .attached .stage { display: none; }

  .slices {
    position: absolute; inset: auto 0 0; z-index: 1; display: flex; align-items: center; gap: 4px; block-size: 44px;
    padding-inline: 5px 12px; background: var(--_surface); border-block-start: 1px solid var(--_line);
  }
  .slices input { flex: 1; min-inline-size: 0; max-inline-size: 40rem; accent-color: var(--_accent); }
  .slices .where { font-variant-numeric: tabular-nums; white-space: nowrap; }
  .stage:has(.slices) .viewer { inset-block-end: 44px; }
  .attached .slices { position: static; }

  .hint, .drop {
    position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 0.75rem;
    padding: 2rem; text-align: center; color: var(--_quiet); pointer-events: none;
  }
  .hint .icon { inline-size: 40px; block-size: 40px; stroke-width: 1.1; }
  .drop { background: color-mix(in srgb, var(--_surface) 82%, transparent); color: var(--_text); font-weight: 600; z-index: 2; }

  .hidden {
    position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon { display: block; flex: none; }

  @media (prefers-reduced-motion: no-preference) {
    button, .bar > span { transition: background-color 0.12s, color 0.12s, border-color 0.12s; }
  }
`;

export const toolbarStyles = css`
  .toolbar {
    grid-area: toolbar; display: flex; align-items: center; gap: 4px; padding: 6px 8px;
    flex-wrap: wrap; border-block-end: 1px solid var(--_line);
  }
  .group { display: flex; gap: 2px; }
  .group + .group { padding-inline-start: 6px; margin-inline-start: 2px; border-inline-start: 1px solid var(--_line); }
  .group.panel { margin-inline-start: auto; }
  .tool {
    display: grid; place-content: center; inline-size: 34px; block-size: 34px; padding: 0; flex: none;
    background: none; border: 1px solid transparent; border-radius: calc(var(--_radius) - 3px); cursor: pointer;
  }
  .tool:hover:not(:disabled) { background: var(--_raised); }
  .tool:disabled { color: var(--_quiet); opacity: 0.45; cursor: default; }
  .tool[aria-pressed='true'] { background: var(--_accent); color: var(--_on-accent); }
  :is(button, input, select, summary):focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
  .tool:focus-visible { outline-offset: -3px; outline-color: color-mix(in srgb, var(--_accent) 60%, var(--_text)); }
  .tool[aria-pressed='true']:focus-visible { outline-color: var(--_on-accent); }
  .word { inline-size: auto; padding-inline: 10px; }
  @media (pointer: coarse) { .tool { inline-size: 42px; block-size: 42px; } }
`;

export const panelStyles = css`
  .panel-box {
    grid-area: panel; inline-size: 19rem; max-inline-size: 100cqi; overflow: auto; padding: 4px 16px 16px;
    border-inline-start: 1px solid var(--_line); background: var(--_surface);
  }
  .attached .panel-box { grid-column: 1 / -1; inline-size: auto; border-inline-start: 0; }
  h2 { margin: 16px 0 8px; font-size: 12px; font-weight: 650; letter-spacing: 0.03em; color: var(--_quiet); }
  .field { display: grid; grid-template-columns: minmax(0, 1fr) 8.5rem; align-items: center; gap: 4px 10px; margin-block: 7px; }
  .field > label { overflow-wrap: anywhere; }
  .field input:not([type='checkbox'], [type='color']), select {
    inline-size: 100%; block-size: 30px; padding: 0 8px; background: var(--_raised);
    border: 1px solid var(--_line); border-radius: 6px;
  }
  .field input[aria-invalid='true'] { border-color: var(--_danger); }
  .field input[type='checkbox'] { inline-size: 18px; block-size: 18px; accent-color: var(--_accent); justify-self: start; }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) 34px; gap: 6px; }
  input[type='color'] { inline-size: 34px; block-size: 30px; padding: 2px; background: var(--_raised); border: 1px solid var(--_line); border-radius: 6px; }
  summary { margin-block: 10px 4px; cursor: pointer; color: var(--_quiet); border-radius: 4px; }
  .quiet { margin: 0; color: var(--_quiet); }
  dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 5px 12px; margin: 0; font-variant-numeric: tabular-nums; }
  dt { color: var(--_quiet); overflow-wrap: anywhere; }
  dd { margin: 0; text-align: end; }
  .link { padding: 4px 0; background: none; border: 0; color: var(--_accent); cursor: pointer; border-radius: 4px; }
  .link:hover { text-decoration: underline; }
  .plain {
    block-size: 32px; padding: 0 12px; background: var(--_raised); border: 1px solid var(--_line); border-radius: 6px; cursor: pointer;
  }
  .plain:hover:not(:disabled) { border-color: var(--_quiet); }
  .plain:disabled { opacity: 0.5; cursor: default; }
  @container (inline-size < 42rem) {
    .panel-box { grid-area: stage; justify-self: end; z-index: 2; block-size: 100%; box-shadow: 0 0 24px rgb(0 0 0 / 0.25); }
  }
`;

export const statusStyles = css`
  .status {
    grid-area: status; position: relative; display: flex; align-items: center; gap: 12px; min-block-size: 32px;
    padding: 4px 12px; border-block-start: 1px solid var(--_line); color: var(--_quiet); font-size: 13px;
  }
  .status .what { flex: 1; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .status .what.now { color: var(--_text); }
  .chip { padding: 1px 8px; background: var(--_raised); border-radius: 99px; white-space: nowrap; max-inline-size: 40%; overflow: hidden; text-overflow: ellipsis; }
  .chip.bad { color: var(--_danger); background: var(--_danger-ground); }
  .bar { position: absolute; inset-block-start: -2px; inset-inline: 0; block-size: 2px; overflow: hidden; }
  .bar > span { display: block; block-size: 100%; background: var(--_accent); }
  .bar > span.unknown { inline-size: 30%; }
  @media (prefers-reduced-motion: no-preference) {
    .bar > span.unknown { animation: slide 1.4s ease-in-out infinite; }
  }
  @keyframes slide { from { transform: translateX(-100%); } to { transform: translateX(430%); } }

  .banner {
    position: absolute; inset: 12px 12px auto; z-index: 4; display: flex; gap: 10px; align-items: start;
    max-inline-size: 44rem; margin-inline: auto; padding: 10px 8px 10px 14px;
    color: var(--_danger); background: var(--_danger-ground); border: 1px solid color-mix(in srgb, var(--_danger) 35%, transparent);
    border-radius: var(--_radius); box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
  }
  .attached .banner { position: static; margin: 8px; }
  .banner p { flex: 1; margin: 2px 0; overflow-wrap: anywhere; }
  .banner button { display: grid; place-content: center; inline-size: 28px; block-size: 28px; padding: 0; background: none; border: 0; border-radius: 6px; cursor: pointer; }
  .banner button:hover { background: color-mix(in srgb, var(--_danger) 15%, transparent); }
`;
