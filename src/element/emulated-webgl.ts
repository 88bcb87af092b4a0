/** Whether WebGL is there without a GPU. The viewer then needs a second for its first picture, and a 2-D canvas does not. */

/** Names, as drivers and browsers give them, of processors that play a GPU. */
const EMULATED = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let emulated: boolean | undefined;

/** The answer is kept: a GPU does not come or go while a page is open. */
export const isWebglEmulated = (): boolean => {
  emulated ??= EMULATED.test(rendererName());
  return emulated;
};

const rendererName = (): string => {
  const context = document.createElement('canvas').getContext('webgl');
  if (!context) return '';
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' ? name : '';
};
