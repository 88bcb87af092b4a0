/** The sign that a toolbar has more tools than it shows: `data-more`, while there are some beyond its end. A press moves the bar on. */
import { rove } from './toolbar.js';

const watched = new WeakSet<Element>();

/** The width of the sign, in CSS pixels. */
const SIGN = 28;

/** Brings a tool of a bar into its sight, beside the group that stays at the end and the sign, and moves nothing else. */
export const showInBar = (bar: Element, tool: Element): void => {
  const fixed = bar.querySelector('.group.panel');
  if (!fixed || fixed.contains(tool)) return;
  const [all, one, end] = [bar, tool, fixed].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
  const atRight = end.left - all.left > all.right - end.right;
  const left = atRight ? all.left : end.right + SIGN;
  const right = atRight ? end.left - SIGN : all.right;
  if (one.left < left) bar.scrollLeft -= left - one.left;
  else if (one.right > right) bar.scrollLeft += one.right - right;
};

/** Keeps the sign of a toolbar, its tab stop on a button that it shows, and the tool in hand in sight; once is enough. */
export const watchOverflow = (bar: Element): void => {
  if (watched.has(bar)) return;
  watched.add(bar);
  const mark = (): void => {
    // From right to left positions are negative.
    const left = bar.scrollWidth - bar.clientWidth - Math.abs(bar.scrollLeft);
    bar.toggleAttribute('data-more', left > 1);
  };
  bar.addEventListener('scroll', mark, { passive: true });
  // The group that stays at the end draws the sign: what is pressed there, but no button of it, is the sign.
  bar.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.matches('.group.panel')) return;
    const onward = bar.clientWidth - target.clientWidth - 2 * SIGN;
    bar.scrollBy(target.matches(':dir(rtl)') ? -onward : onward, 0);
  });
  // Documents without a layout, such as jsdom's, have none.
  if (!('ResizeObserver' in globalThis)) return;
  const sizes = new ResizeObserver(() => {
    mark();
    rove(bar);
    const tool = bar.querySelector('[aria-pressed=true]');
    if (tool) showInBar(bar, tool);
  });
  sizes.observe(bar);
  // It has more buttons while an object is selected.
  const end = bar.querySelector('.group.panel');
  if (end) sizes.observe(end);
};
