/**
 * Faults of a device's calls in Node: `--on=played` on a device that CPU kernels play, `--on=dawn` on Dawn's. `--each=3` tries each fault of
 * each kind of call three times, the first and the last among them, in place of every time; `--processes=N` shares the work;
 * `--patience=MS` says how long a call that never ends is waited for. Names of runs choose among them. `--json=FILE` writes what
 * came for `section.ts`. Ends with 1 where anything broke.
 */
import { fork } from 'node:child_process';
import { dawn } from '../../support/devices/dawn.js';
import { DeviceTrials } from '../../support/devices/device-faults.js';
import { tryFaults } from './matrix.js';
import { flag, type Hear, type Message, planOf, report } from './report.js';

const on = flag('on') ?? 'played';
const part = flag('part');
const plan = planOf(Number(part ?? 0));

const trialsOn = async (): Promise<{ readonly trials: DeviceTrials; readonly adapter: string }> => {
  if (on === 'played') {
    const { playedDevice } = await import('../../support/devices/played-device.js');
    const trials = DeviceTrials.played(await playedDevice(), flag('patience') === undefined ? 3000 : plan.patience);
    return { trials, adapter: 'a device that CPU kernels play' };
  }
  if (on !== 'dawn') throw new Error(`--on is ${on}; wanted is played, dawn or chromium`);
  const gpu = await dawn();
  if (typeof gpu === 'string') throw new Error(gpu);
  const { description, device, vendor } = (await gpu.requestAdapter())!.info;
  const trials = await DeviceTrials.on(gpu, undefined, plan.patience, plan.atOnce);
  return {
    trials,
    adapter: `Dawn in Node ${process.version}, ${[device, vendor, description].filter(Boolean).join(', ')}`,
  };
};

const carryOut = async (hear: Hear): Promise<void> => {
  const { trials, adapter } = await trialsOn();
  hear({ adapter });
  for await (const row of tryFaults(trials, plan, (said) => hear({ said }))) hear({ row });
  trials.stop();
};

/** A process that does its part, and tells this one. */
const child = (its: number, hear: Hear): Promise<void> =>
  new Promise((resolve, reject) => {
    const helper = fork(process.argv[1]!, [...process.argv.slice(2), `--part=${its}`], {
      execArgv: process.execArgv,
      // Its own words are none of the report.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    helper.on('message', (message: Message) => hear(message));
    helper.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`))));
  });

if (part === undefined) {
  await report(async (hear) => {
    if (plan.of === 1) await carryOut(hear);
    else await Promise.all(Array.from({ length: plan.of }, (_, k) => child(k, hear)));
  });
  process.exit();
}
await carryOut((message) => void process.send?.(message));
// The messages go out before Dawn's threads, which would keep the process, end with it.
process.disconnect?.();
setTimeout(() => process.exit(0), 100);
