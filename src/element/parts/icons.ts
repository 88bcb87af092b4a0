/** Icons as SVG path data in a 24 × 24 box, drawn with round strokes of the text's colour. */
import { svg, type TemplateResult } from 'lit';

const paths = {
  hand: 'M8 11V5.5a1.5 1.5 0 0 1 3 0V10m0-1V4.5a1.5 1.5 0 0 1 3 0V10m0-.5v-3a1.5 1.5 0 0 1 3 0V14c0 4-2.5 6.5-6 6.5-2.7 0-4.2-1.2-5.5-3.5L3.6 13.4a1.5 1.5 0 0 1 2.5-1.6L8 14',
  box: 'M5 5h14v14H5zM3.5 3.5h3v3h-3zM17.5 3.5h3v3h-3zM3.5 17.5h3v3h-3zM17.5 17.5h3v3h-3z',
  polygon: 'M6 17.5 4.5 8.5 12.5 4 20 10l-4 9zM6 17.5h0M4.5 8.5h0M12.5 4h0M20 10h0M16 19h0',
  point: 'M12 12h.01M12 3v4M12 17v4M3 12h4M17 12h4M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10',
  rectangle: 'M4 6.5h16v11H4z',
  ellipse: 'M12 6c4.7 0 8.5 2.7 8.5 6s-3.8 6-8.5 6-8.5-2.7-8.5-6S7.3 6 12 6z',
  freehand: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  brush:
    'M19.5 4.5 11 13M14.5 4.5l5 5M10 12.5c2.2 0 3 1.8 2.2 3.8-1 2.6-4 3.4-7.7 3.2 1.8-1.2 1.6-2.6 2-4.2.4-1.7 1.8-2.8 3.5-2.8z',
  knife: 'M4 20 18.2 5.8a2 2 0 0 1 2.3 2.9C18.5 12 15 14 11.5 15L9 12.5M4 4.5h4M10.5 4.5h2',
  retrace: 'M4 15c1-6 4-9.5 8-9.5M20 15c-.6-3.6-1.8-6.2-3.6-7.8M15 10.5l1.2-3.4 3.5.8M4 19h4M10.5 19h3M16 19h4',
  eraser: 'M9 19.5h11M4.5 14 14 4.5l5.5 5.5L10 19.5H8zM8.5 10l5.5 5.5',
  vertices: 'M5 18C5 9 12 6 17.5 6M3 16.5h4v4H3zM17 4h4v4h-4zM9.5 8.5l3 3',
  detect: 'M5 19 15 9M14 4.5v3M12.5 6h3M19 10v3M17.5 11.5h3M18.5 4.5v2M17.5 5.5h2M8.5 4v2M7.5 5h2',
  similar:
    'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M17 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M7 15a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M16 13.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  accept: 'M4.5 12.5l5 5L19.5 7',
  refine: 'M12 4a8 8 0 1 0 8 8M12 8a4 4 0 1 0 4 4M12 12l7-7M15.5 4.5H19.5V8.5',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  step: 'M7 5.5v13l8-6.5zM18 5.5v13',
  stop: 'M6.5 6.5h11v11h-11z',
  undo: 'M8.5 5 4.5 9l4 4M5 9h8.5a5.5 5.5 0 0 1 0 11H10',
  redo: 'M15.5 5l4 4-4 4M19 9h-8.5a5.5 5.5 0 0 0 0 11H14',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  clear: 'M4 6h10M4 12h7M4 18h10M16 9.5l5 5M21 9.5l-5 5',
  tag: 'M4 4.5h7.5L20 13l-7 7-8.5-8.5zM8 8.5h.01',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15',
  upload: 'M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 19.5h15',
  home: 'M4 11.5 12 4.5l8 7M6.5 9.5V19.5h11V9.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  rotate: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M17.5 3v4h-4',
  flip: 'M12 3.5v17M8.5 7.5 3.5 17h5zM15.5 7.5l5 9.5h-5z',
  sliders: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5M13 5v4h4V5zM7 10v4h4v-4zM11 15v4h4v-4z',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2h.01',
  open: 'M3.5 19V5.5h6l2 2.5h9V19zM12 16v-5M9.5 13.5h5',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  menu: 'M4.5 7h15M4.5 12h15M4.5 17h15',
  visible:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  hidden:
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.5 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1',
  locked: 'M6.5 11h11v8.5h-11zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  unlocked: 'M6.5 11h11v8.5h-11zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9h.01',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** Names that pages may still use. */
const formerNames: ReadonlyMap<string, IconName> = new Map([
  ['wand', 'detect'],
  ['nodes', 'vertices'],
]);

/** Whether there is an icon of this name. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(paths, name);

const pathOf = (name: string): string => {
  const current = formerNames.get(name) ?? name;
  return isIconName(current) ? paths[current] : name;
};

/** A named icon, or path data as a page's own command gives it. */
export const icon = (name: string): TemplateResult => svg`<svg
  class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"
  fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"
><path d=${pathOf(name)}></path></svg>`;
