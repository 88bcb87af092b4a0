/** Whether WebGL runs on a GPU. Without one, tiles drawn by WebGL take ten times the processor time of tiles on a canvas. */
import { remembered } from '../../core/remembered.js';

/** Names of renderers without a GPU: Chromium's, Mesa's, Apple's and Microsoft's. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Tells whether a renderer of this name is a program. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/**
 * Options of a viewer whose 2D canvas a GPU may draw. That blends the edges of tiles between pixels with nothing, and leaves seams of a third less
 * opacity; at rest such tiles begin and end at whole pixels of the screen (1, OpenSeadragon's `ONLY_AT_REST`). A canvas that the CPU draws
 * has no seams.
 */
export const WITHOUT_SEAMS = { subPixelRoundingForTransparency: { '*': 1 } };

/** The name of what renders WebGL here; nothing where there is no WebGL, or the browser calls it slow. */
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
