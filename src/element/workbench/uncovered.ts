/** The part of the view that is seen: in a narrow window the panel lies over the image, from below. */
import type { SegmenterProperties } from '../segmenter-properties.js';

/** CSS pixels from the view's upper edge to the panel over it, or to its lower edge; at least one. */
export const uncovered = ({ renderRoot }: SegmenterProperties, view: Element): number => {
  const { left, right, top, bottom } = view.getBoundingClientRect();
  const panel = renderRoot.querySelector('.panel-box')?.getBoundingClientRect();
  const covers = panel && panel.left < left + 1 && panel.right > right - 1 && panel.top < bottom;
  return Math.max(1, (covers ? panel.top : bottom) - top);
};
