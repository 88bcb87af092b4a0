/**
 * What a browser engine takes for numbers, messages and the runs of the segmentation engine, measured in a worker, as the component has one.
 * `bench/browser/engines.ts` bundles it.
 */
import { pause } from '../../src/core/pause.js';
import { createEngine, type EngineRequest } from '../../src/engine.js';
import { least } from './least.js';

/** Keeps results alive, so that no loop is left out. */
const kept: unknown[] = [];

const basics: Record<string, () => unknown> = {
  '10 million sums in a Float64Array': () => {
    const sums = new Float64Array(1024);
    for (let k = 0; k < 1e7; k++) sums[k & 1023]! += k;
    kept[0] = sums;
  },
  '10 million shifts in a Uint32Array': () => {
    const words = new Uint32Array(1024).fill(1);
    for (let k = 0; k < 1e7; k++) words[k & 1023]! ^= (words[(k + 1) & 1023]! << 3) ^ k;
    kept[0] = words;
  },
  '2 million `Math.log2`': () => {
    let sum = 0;
    for (let k = 1; k <= 2e6; k++) sum += Math.log2(k);
    kept[0] = sum;
  },
  '100,000 products of `BigInt`': () => {
    let sum = 0n;
    for (let k = 0n; k < 100_000n; k++) sum += (k + 0x1234567890n) * (k + 0x987654321n);
    kept[0] = sum;
  },
  '100,000 promises, one after another': async () => {
    for (let k = 0; k < 100_000; k++) await undefined;
  },
  '20 pauses of the engine': async () => {
    for (let k = 0; k < 20; k++) await pause();
  },
  '20 messages to oneself': async () => {
    const { port1, port2 } = new MessageChannel();
    for (let k = 0; k < 20; k++) {
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
    }
  },
};

const nucleus = { x: 440, y: 295, width: 50, height: 34 };
const runs: readonly (readonly [name: string, file: string, request: EngineRequest])[] = [
  ['snake, a nucleus', 'fluo_nuclei.tif', { algorithm: 'snake', init: nucleus }],
  ['level set, a nucleus', 'fluo_nuclei.tif', { algorithm: 'level-set', init: nucleus }],
  [
    'linear features, 200 × 200 pixels',
    's1_spain_vv.tif',
    { algorithm: 'linear-features', init: { x: 100, y: 100, width: 200, height: 200 } },
  ],
];

/** Least milliseconds of a warm run and of its parts, and of each kernel a run. */
const engineRuns = async (): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  for (const [name, file, request] of runs) {
    const engine = await createEngine({ backend: 'cpu' });
    const blob = await (await fetch(`/demo/images/${file}`)).blob();
    const image = await engine.open({ kind: 'blob', blob, name: file });
    const run = (): Promise<unknown> => engine.segment(image, request).result;
    for (let k = 0; k < 10; k++) await run();
    const before = structuredClone(engine.stats());
    const rounds = 20;
    figures[`${name}: a run`] = await least(rounds, run);
    const { parts, kernels } = engine.stats();
    for (const [part, milliseconds] of Object.entries(parts))
      figures[`${name}: ${part}, mean`] = (milliseconds - Reflect.get(before.parts, part)) / rounds;
    for (const [kernel, { milliseconds }] of Object.entries(kernels))
      figures[`${name}: kernel \`${kernel}\`, mean`] =
        (milliseconds - (before.kernels[kernel]?.milliseconds ?? 0)) / rounds;
    engine.dispose();
  }
  return figures;
};

const measured = async (): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  const brief = location.hash === '#brief';
  for (const [name, work] of Object.entries(basics))
    if (!brief || / pauses | messages /.test(name)) figures[name] = await least(brief ? 2 : 7, work);
  return brief ? figures : { ...figures, ...(await engineRuns()) };
};
measured().then(
  (figures) => postMessage(figures),
  (error) => postMessage({ error: `${error}` }),
);
