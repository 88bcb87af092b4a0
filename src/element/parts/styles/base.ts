/** The component's look: calm surfaces, one accent, light and dark by the page's `color-scheme`. */
import { css } from 'lit';

/** Custom properties and the grid of the component. */
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
  /* All of the screen is the image; the rest floats over it. */
  :host(:fullscreen) .base { display: block; border: 0; border-radius: 0; }
  :host(:fullscreen) .stage { position: absolute; inset: 0; }
  :host(:fullscreen) .toolbar {
    position: absolute; z-index: 3; inset-block-start: 8px; inset-inline: 8px auto; max-inline-size: calc(100% - 16px);
    border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface);
  }
  :host(:fullscreen) .panel-box { position: absolute; z-index: 3; inset: 64px 8px 48px auto; border: 1px solid var(--_line); border-radius: var(--_radius); }
  :host(:fullscreen) .status {
    position: absolute; z-index: 3; inset: auto auto 8px 8px; block-size: auto; max-inline-size: calc(100% - 16px); background: var(--_surface);
    border: 1px solid var(--_line); border-radius: var(--_radius);
  }
  :host([data-attached]) { block-size: auto; }
  * { box-sizing: border-box; }
  button, input, select { font: inherit; color: inherit; }

  .base {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr) auto;
    grid-template-areas: 'toolbar toolbar' 'stage panel' 'table panel' 'status status';
    block-size: 100%;
    overflow: hidden;
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .base.bare { border: 0; border-radius: 0; background: none; }

  .stage { grid-area: stage; position: relative; min-block-size: 0; background: var(--_ground); overflow: hidden; }
  /* Before 5.0, OpenSeadragon makes it relative, and so without height. */
  .viewer { position: absolute !important; inset: 0; }
  /* The frame of the part in view has OpenSeadragon's highest place, over the magnifier too: it counts within the map alone. */
  .viewer .navigator { isolation: isolate; translate: 0 calc(-1 * var(--snake-map-offset, 0px)); }
  /* Who uses keys sees the ring below; a browser's own would also show after a press. */
  .viewer :focus { outline: none; }
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

  .found {
    display: flex; align-items: center; gap: 8px; min-inline-size: 0; max-inline-size: 100%; padding: 2px 4px 2px 12px; background: var(--_surface); border: 1px solid var(--_line);
    border-radius: var(--_radius); box-shadow: 0 2px 10px rgb(0 0 0 / 0.18);
  }
  .found input { inline-size: 10rem; min-inline-size: 4rem; flex: 0 1 auto; accent-color: var(--_accent); }
  .found .where { font-variant-numeric: tabular-nums; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .found [aria-pressed='true'] { background: var(--_accent); color: var(--_on-accent); border-color: transparent; }
  .search-bar progress { inline-size: 7rem; min-inline-size: 3rem; flex: 0 1 auto; accent-color: var(--_accent); }
  @container (inline-size < 30rem) {
    .found .where { white-space: normal; line-height: 1.3; }
    .search-bar progress { inline-size: 4rem; }
  }
  .vertex-bar { flex: none; padding: 4px; }
  .vertex-bar .plain { white-space: nowrap; }
  .vertex-bar > span { padding-inline-start: 6px; }
  .vertex-bar .short { display: var(--_short, none); }
  .vertex-bar .whole { display: var(--_whole, inline); }
  @container (inline-size < 30rem) {
    .vertex-bar { gap: 4px; }
    .vertex-bar .plain { padding-inline: 8px; font-size: 13px; }
  }
  @container (inline-size < 72rem) {
    .vertex-bar .short { display: inline; }
    .vertex-bar .whole { display: none; }
  }

  .hint, .drop {
    position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 0.75rem;
    padding: 2rem; text-align: center; color: var(--_quiet); pointer-events: none;
  }
  .hint .icon { inline-size: 40px; block-size: 40px; stroke-width: 1.1; }
  .hint button { pointer-events: auto; block-size: 36px; }
  /* What lies over the image follows one upon the other: an error, the search, what the page lays there, and the bars. */
  .over {
    position: absolute; inset: 0; z-index: 2; display: flex; flex-direction: column; align-items: start; gap: 8px; padding: 12px;
    pointer-events: none;
  }
  .stage:has(.slices) .over { inset-block-end: 44px; }
  .over > *, .bars > * { pointer-events: auto; }
  .over > :is(.bars, .over-image) { pointer-events: none; }
  .over-image { position: relative; flex: 1; align-self: stretch; min-block-size: 0; margin-inline: -12px; }
  .over-image:first-child { margin-block-start: -12px; }
  .over:not(.scaled, :has(.bars > *)) .over-image { margin-block-end: -12px; }
  /* Above the scale bar. */
  .scaled .over-image { margin-block-end: 24px; }
  .bars { display: flex; align-items: end; gap: 8px; max-inline-size: 100%; }
  .bars:empty { display: none; }
  .bars:has(> :nth-child(2)) .vertex-bar { --_short: inline; --_whole: none; }
  .bars:has(> .vertex-bar + .vertex-bar) { flex-wrap: wrap; }
  .attached .over { position: static; padding: 8px; }
  @container (inline-size >= 72rem) {
    /* The map beside them has a fifth of the width. */
    .stage:has(.navigator) .bars { max-inline-size: calc(80% - 24px); }
  }
  @container (42rem <= inline-size < 72rem) {
    /* The map lies above the bars, and the bars above a status of three lines. */
    .stage:has(.bars > *) .navigator { translate: 0 calc(-64px - var(--snake-map-offset, 0px)); }
    .stage:not(:has(.slices)) .bars { margin-block-end: 4px; }
  }
  @container (inline-size >= 42rem) {
    .stage .scaled:has(.bars > *) { padding-block-end: 40px; }
    .scaled:has(.bars > *) .over-image { margin-block-end: 0; }
  }
  @container (42rem <= inline-size < 72rem) {
    .stage:has(.scaled .bars > *) .navigator { translate: 0 calc(-92px - var(--snake-map-offset, 0px)); }
  }
  /* Above the image, where neither the panel nor a long status covers them. */
  @container (inline-size < 42rem) {
    .over { padding-block-start: 8px; }
    .over-image:first-child { margin-block-start: -8px; }
    .bars { flex-wrap: wrap; }
    .banner { order: -3; }
    .search-bar { order: -2; }
    .bars { order: -1; }
    .over:not(.scaled) .over-image { margin-block-end: 20px; }
  }
  ::slotted([slot='stage']) { pointer-events: auto; }
  .drop { background: color-mix(in srgb, var(--_surface) 82%, transparent); color: var(--_text); font-weight: 600; z-index: 2; }

  .hidden {
    position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon { display: block; flex: none; }

  @media (forced-colors: active) {
    :is(.tool, .entry, .plain)[aria-pressed='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
    :is(.tool, .entry, .plain)[aria-pressed='true']:focus-visible { outline: 4px double Highlight; }
  }
  @media (prefers-contrast: more) {
    :host { --_line: light-dark(#5a6470, #9aa6b2); --_quiet: light-dark(#333c46, #d5dce4); }
  }

  @media (prefers-reduced-motion: no-preference) {
    button, .bar > span { transition: background-color 0.12s, border-color 0.12s; }
  }
`;
