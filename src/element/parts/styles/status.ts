/** The look of the status line and of the error banner. */
import { css } from 'lit';

/** Styles of the status line and the banner. */
export const statusStyles = css`
  .status {
    grid-area: status; position: relative; z-index: 3; display: flex; align-items: center; gap: 12px; block-size: 32px;
    padding: 2px 12px; border-block-start: 1px solid var(--_line); color: var(--_quiet); font-size: 13px; line-height: 20px;
  }
  /* Always as high, so that nothing moves; a longer text goes over the image. */
  .status .what {
    flex: 1; align-self: end; min-inline-size: 0; min-block-size: 27px; display: grid; align-content: center;
    background: var(--_surface); font-variant-numeric: tabular-nums; text-align: -webkit-match-parent; text-align: match-parent;
  }
  .status .what.now { color: var(--_text); }
  /* As high as the line without it, and large enough for a finger. */
  .status .link { flex: none; min-block-size: 24px; padding: 0; white-space: nowrap; }
  .stop { display: none; place-content: center; flex: none; inline-size: 40px; align-self: stretch; padding: 0; background: none; border: 0; cursor: pointer; }
  @container (inline-size < 1040px) { .stop { display: grid; animation: come 0s 0.8s backwards; } }
  @keyframes come { from { visibility: hidden; } }
  @container (inline-size < 72rem) {
    .status { gap: 8px; block-size: 38px; font-size: 12px; line-height: 16px; }
    .status .what { min-block-size: 33px; }
  }
  @container (inline-size < 48rem) {
    .status :is(.chip:not(.kept), .link ~ .chip:not(.bad)) { display: none; }
    /* A long offer has two lines, and the message most of the width. */
    .status .link { flex: 0 1 auto; max-inline-size: 42%; white-space: normal; text-align: start; }
  }
  .chip { padding: 1px 8px; background: var(--_raised); border-radius: 99px; white-space: nowrap; flex: none; max-inline-size: 40%; overflow: hidden; text-overflow: ellipsis; }
  .chip.bad { color: var(--_danger); background: var(--_danger-ground); }
  .bar { position: absolute; inset-block-start: -2px; inset-inline: 0; block-size: 2px; overflow: hidden; }
  .bar > span { display: block; block-size: 100%; background: var(--_accent); }
  @media (forced-colors: active) { .bar > span { forced-color-adjust: none; background: Highlight; } }
  .bar > span.unknown { inline-size: 30%; }
  @media (prefers-reduced-motion: no-preference) {
    .bar > span.unknown { animation: slide 1.4s ease-in-out infinite; }
  }
  @keyframes slide { from { transform: translateX(-100%); } to { transform: translateX(430%); } }

  .banner {
    display: flex; gap: 10px; align-items: start; align-self: center; inline-size: 100%;
    max-inline-size: 44rem; padding: 10px 8px 10px 14px;
    color: var(--_danger); background: var(--_danger-ground); border: 1px solid color-mix(in srgb, var(--_danger) 35%, transparent);
    border-radius: var(--_radius); box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
  }
  .banner.mild { color: var(--_text); background: light-dark(#fff6dd, #3a2f10); border-color: light-dark(#e3c56b, #7a6420); }
  .banner p { flex: 1; margin: 2px 0; overflow-wrap: anywhere; }
  .banner button { display: grid; place-content: center; inline-size: 28px; block-size: 28px; padding: 0; background: none; border: 0; border-radius: 6px; cursor: pointer; }
  .banner button:hover { background: color-mix(in srgb, var(--_danger) 15%, transparent); }
`;
