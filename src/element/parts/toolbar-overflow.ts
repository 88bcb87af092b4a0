/** The sign that a toolbar has more tools than it shows: `data-more`, while there are some beyond its end. */

const watched = new WeakSet<Element>();

/** Brings a tool of a bar into its sight, and moves nothing else. */
export const showInBar = (bar: Element, tool: Element): void => {
  const [all, one] = [bar.getBoundingClientRect(), tool.getBoundingClientRect()];
  if (one.left < all.left) bar.scrollLeft -= all.left - one.left;
  else if (one.right > all.right) bar.scrollLeft += one.right - all.right;
};

/** Keeps the sign of a toolbar; once is enough. */
export const watchOverflow = (bar: Element): void => {
  if (watched.has(bar)) return;
  watched.add(bar);
  const mark = (): void => {
    // From right to left positions are negative.
    const left = bar.scrollWidth - bar.clientWidth - Math.abs(bar.scrollLeft);
    bar.toggleAttribute('data-more', left > 1);
  };
  bar.addEventListener('scroll', mark, { passive: true });
  // Documents without a layout, such as jsdom's, have none.
  if ('ResizeObserver' in globalThis) new ResizeObserver(mark).observe(bar);
};
