/** The same figures in a browser's worker: the parts come in a message, the lines go back. */
import { createExecutor } from '../../../src/compute/backend.js';
import { measureDevice } from './gpu-device.js';
import { measure } from './gpu-figures.js';

addEventListener('message', async ({ data }: MessageEvent<readonly string[]>) => {
  const say = (line: string): void => postMessage(line);
  try {
    const { executor } = await createExecutor('webgpu');
    const parts = new Set(data);
    const shown: Parameters<typeof measureDevice>[3] = (state) => postMessage({ state });
    const good =
      (await measure(executor, parts, say)) &&
      (await measureDevice((options) => createExecutor('webgpu', options), parts, say, shown));
    executor.dispose();
    postMessage({ done: good });
  } catch (error) {
    say(String(error));
    postMessage({ done: false });
  }
});
