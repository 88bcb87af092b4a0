/** Room between a list that opens and the edge of the window, in CSS pixels. */
const EDGE = 8;

/**
 * The place of a list that opens beside a button, as custom properties in pixels: `--_top` below it, `--_bottom` above it, and `--_right`, which
 * keeps a list of up to `width` pixels within the window, at its end in either direction of writing.
 */
const placeBeside = (list: HTMLElement, button: Element | null, width: number): void => {
  const { top = EDGE, bottom = EDGE, right = innerWidth - EDGE } = button?.getBoundingClientRect() ?? {};
  const within = Math.max(EDGE, innerWidth - Math.min(width, innerWidth - 2 * EDGE) - EDGE);
  list.style.setProperty('--_top', `${Math.round(bottom + 4)}px`);
  list.style.setProperty('--_bottom', `${Math.round(innerHeight - top + 4)}px`);
  list.style.setProperty('--_right', `${Math.round(Math.min(within, Math.max(EDGE, innerWidth - right)))}px`);
};

/** Places an open list again when the window has another size. @param after it was closed */
const follow = (list: HTMLElement, place: () => void, after = (): void => {}): void => {
  place();
  const closed = new AbortController();
  const { signal } = closed;
  addEventListener('resize', place, { signal });
  const end = ({ newState }: ToggleEvent): void => {
    if (newState !== 'closed') return;
    closed.abort();
    after();
  };
  list.addEventListener('toggle', end, { signal });
};

/** Widths of the lists, in CSS pixels, as the styles have them. */
const MENU = 352;
const COLUMNS = 272;

/** Opens the menu below its button, or closes it. */
export const toggleMenu = (root: DocumentFragment | HTMLElement): void => {
  const menu = root.querySelector<HTMLElement>('#menu');
  if (!menu) return;
  const before = root instanceof ShadowRoot ? root.activeElement : null;
  menu.togglePopover();
  if (!menu.matches(':popover-open')) return;
  const place = (): void => placeBeside(menu, root.querySelector('[data-command="snake.menu"]'), MENU);
  // The browser gives the focus back to no part of a shadow tree.
  follow(menu, place, () => {
    const { activeElement = null } = root instanceof ShadowRoot ? root : {};
    if (before instanceof HTMLElement && (!activeElement || menu.contains(activeElement))) before.focus();
  });
  // Keys scroll it from here.
  menu.querySelector('button')?.focus();
};

/** Places the list of columns above its button as it opens. */
export const placeColumns = ({ currentTarget, newState }: ToggleEvent): void => {
  if (!(currentTarget instanceof HTMLElement) || newState === 'closed') return;
  const { previousElementSibling: button } = currentTarget;
  follow(currentTarget, () => placeBeside(currentTarget, button, COLUMNS));
};
