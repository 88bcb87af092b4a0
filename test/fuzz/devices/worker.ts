/** Faults of a device's calls in a worker of a page: the plan comes in a message, rows go back. */
import { DeviceTrials } from '../../support/devices/device-faults.js';
import { type Plan, tryFaults } from './matrix.js';

addEventListener('message', async ({ data: plan }: MessageEvent<Plan>) => {
  try {
    const { vendor, architecture, device, description } = (await navigator.gpu.requestAdapter())!.info;
    postMessage({ adapter: [vendor, architecture, device, description].filter(Boolean).join(', ') });
    const trials = await DeviceTrials.on(navigator.gpu, undefined, plan.patience, plan.atOnce);
    for await (const row of tryFaults(trials, plan, (said) => postMessage({ said }))) postMessage({ row });
    trials.stop();
    postMessage({ over: true });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
