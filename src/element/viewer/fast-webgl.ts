/** Whether WebGL runs on a GPU. Without one, tiles drawn by WebGL take ten times the processor time of tiles on a canvas. */
import { remembered } from '../../core/remembered.js';

/** Names of renderers without a GPU: Chromium's, Mesa's, Apple's and Microsoft's. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Tells whether a renderer of this name is a program. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** The name of the WebGL renderer; `undefined` without WebGL, or if the browser reports a major performance caveat. */
const rendererHere = (): string | undefined => {
  const context = document.createElement('canvas').getContext('webgl', { failIfMajorPerformanceCaveat: true });
  if (!context) return undefined;
  let renderer: unknown = context.getParameter(context.RENDERER);
  // What Chromium and WebKit say; Firefox gives the name itself, and warns of the extension.
  if (renderer === 'WebKit WebGL') {
    const names = context.getExtension('WEBGL_debug_renderer_info');
    if (names) renderer = context.getParameter(names.UNMASKED_RENDERER_WEBGL);
  }
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return String(renderer);
};

/** Whether WebGL runs on a GPU. The browser is asked once a page, as it has few contexts. */
export const hasFastWebGL = remembered((): boolean => {
  const renderer = rendererHere();
  return renderer !== undefined && !isSoftware(renderer);
});

/** Whether pictures that a canvas draws side by side, between pixels, leave nothing between them: the CPU's canvas of Chromium and WebKit, not Firefox's. */
const leavesNoGap = remembered((): boolean => {
  const [picture, canvas] = [document.createElement('canvas'), document.createElement('canvas')];
  picture.getContext('2d')?.fillRect(0, 0, picture.width, picture.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  for (const at of [0, 1.5]) context?.drawImage(picture, at, 0, 1.5, 1);
  return context?.getImageData(1, 0, 1, 1).data[3] === 255;
});

/**
 * Options of a viewer of our own. A canvas that a GPU draws, or Firefox's, blends the edges of tiles between pixels with nothing, and leaves seams of a third
 * less opacity; at rest such tiles begin and end at whole pixels of the screen (1, OpenSeadragon's `ONLY_AT_REST`). Any other canvas has no seams.
 */
export const withoutSeams = (): object =>
  hasFastWebGL() || !leavesNoGap() ? { subPixelRoundingForTransparency: { '*': 1 } } : {};

/**
 * The overlap, in pixels, that a viewer is told of tiles that have none. OpenSeadragon draws tiles without overlap a CSS pixel too large on a canvas, so that a
 * line shows where they meet. With a trace of one they have their size, and lie side by side where the canvas leaves no gap and nothing rounds their places.
 */
export const overlapFor = (viewer: object): number =>
  hasFastWebGL() || Reflect.get(viewer, 'subPixelRoundingForTransparency') || !leavesNoGap() ? 0 : 1e-6;
