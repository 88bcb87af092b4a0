/** The look of the strip of images. */
import { css } from 'lit';

/** Styles of the strip. */
export const imageStyles = css`
  .base:has(> .images) {
    grid-template-columns: auto minmax(0, 1fr) auto;
    grid-template-areas: 'images toolbar toolbar' 'images stage panel' 'images table panel' 'images status status';
  }
  .images {
    grid-area: images; display: flex; flex-direction: column; gap: 6px; inline-size: 84px; min-block-size: 0; padding: 6px;
    border-inline-end: 1px solid var(--_line);
  }
  .strip { flex: 1; display: flex; flex-direction: column; gap: 4px; min-inline-size: 0; min-block-size: 0; overflow: auto; scrollbar-width: none; }
  .image {
    flex: none; padding: 3px; font-size: 12px; line-height: 1.3; text-align: center; background: none; border: 1px solid transparent;
    border-radius: 7px; cursor: pointer; content-visibility: auto; contain-intrinsic-block-size: auto 64px;
  }
  .image:hover:not(:disabled, [aria-current]) { border-color: var(--_line); background: var(--_raised); }
  .image:focus-visible { outline-offset: -2px; }
  .image[aria-current] { border-color: var(--_accent); background: color-mix(in srgb, var(--_accent) 14%, var(--_surface)); }
  .image .small { position: relative; display: grid; place-content: center; block-size: 42px; overflow: hidden; border-radius: 5px; background: var(--_ground); }
  .image img { display: block; inline-size: 100%; block-size: 42px; object-fit: cover; }
  .image .title { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .badge {
    position: absolute; inset-block-end: 2px; inset-inline-end: 2px; padding: 0 5px; font-size: 11px; font-weight: 650;
    font-variant-numeric: tabular-nums; color: #fff; background: rgb(0 0 0 / 0.72); border-radius: 99px;
  }
  :host(:fullscreen) .images { display: none; }
  @media (forced-colors: active) {
    .image[aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
  }
  @container (inline-size < 42rem) {
    .base:has(> .images) {
      grid-template-rows: auto auto minmax(0, 1fr) auto auto; grid-template-columns: minmax(0, 1fr) auto;
      grid-template-areas: 'images images' 'toolbar toolbar' 'stage panel' 'table panel' 'status status';
    }
    .images { flex-direction: row; inline-size: auto; padding: 5px; border-inline-end: 0; border-block-end: 1px solid var(--_line); }
    .strip { flex-direction: row; }
    .image { inline-size: 68px; }
    .image .small, .image img { block-size: 32px; }
  }
`;
