/** The look of the menu of all commands. */
import { css } from 'lit';

/** Styles of the menu. */
export const menuStyles = css`
  .menu {
    position: fixed; inset: min(var(--_top, 56px), 100dvh - 16rem) var(--_right, 8px) auto auto; margin: 0; padding: 6px;
    inline-size: min(22rem, calc(100vw - 16px)); max-block-size: max(calc(100dvh - var(--_top, 56px) - 8px), min(15.5rem, 100dvh - 16px)); overflow: auto;
    color: var(--_text); background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius);
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.25);
  }
  .menu-head { display: flex; flex-wrap: wrap; gap: 6px; padding: 2px; }
  .menu-head [aria-pressed='true'] { color: var(--_on-accent); background: var(--_accent); }
  .menu h2 { margin: 8px 8px 2px; }
  .menu p { padding: 8px; font-size: 12px; }
  .entry {
    display: flex; align-items: center; gap: 10px; inline-size: 100%; min-block-size: 32px; padding: 2px 8px; text-align: start;
    background: none; border: 0; border-radius: 6px; cursor: pointer;
  }
  .entry:hover:not(:disabled) { background: var(--_raised); }
  .entry:disabled { color: var(--_quiet); opacity: 0.6; cursor: default; }
  .entry[aria-pressed='true'] { color: var(--_accent); }
  .entry .sign { inline-size: 20px; flex: none; }
  .entry .words { flex: 1; }
  kbd {
    padding: 1px 6px; font: inherit; font-size: 12px; color: var(--_quiet); background: var(--_raised);
    border: 1px solid var(--_line); border-radius: 5px; white-space: nowrap;
  }
  @media (pointer: coarse) { .entry { min-block-size: 44px; } }
`;
