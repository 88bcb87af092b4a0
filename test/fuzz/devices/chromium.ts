/**
 * Faults of a device's calls in headless Chromium: each of `--processes=N` workers of a page does its part. `--worker=FILE` is what
 * `node scripts/bundle-bench.mjs --browser test/fuzz/devices/worker.ts` writes; `CHROMIUM` names the browser, and without
 * `SOFTWARE=1` its GPU is the machine's. The other flags are those of `main.ts`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { gpuFlags, softwareFlags } from '../../../scripts/machine/gpu-flags.mjs';
import type { Row } from './matrix.js';
import { flag, planOf, report } from './report.js';

const source = readFileSync(flag('worker') ?? '.build/worker.mjs');
const server = createServer((request, response) => {
  const script = request.url === '/worker.js';
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
  response.end(script ? source : '<!doctype html><title>faults</title>');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: ['--no-sandbox', ...(process.env.SOFTWARE ? softwareFlags : gpuFlags)],
});
const page = await browser.newPage();
const { port } = server.address() as AddressInfo;
await page.goto(`http://127.0.0.1:${port}/`);

const plan = planOf(0);
await report(async (hear) => {
  await page.exposeFunction('hear', ({ adapter, ...message }: { adapter?: string; said?: string; row?: Row }) => {
    if (adapter !== undefined) hear({ adapter: `Chromium ${browser.version()}, ${adapter}` });
    else if (message.row) hear({ row: message.row });
    else if (message.said !== undefined) hear({ said: message.said });
  });
  await page.evaluate(
    (whole) =>
      Promise.all(
        Array.from(
          { length: whole.of },
          (_, part) =>
            new Promise<void>((resolve, reject) => {
              const worker = new Worker('/worker.js', { type: 'module' });
              worker.onerror = ({ message }) => reject(new Error(message));
              worker.onmessage = ({ data }) => {
                if (data.over) resolve();
                else if (data.failed) reject(new Error(data.failed));
                else void Reflect.get(globalThis, 'hear')(data);
              };
              worker.postMessage({ ...whole, part });
            }),
        ),
      ),
    plan,
  );
});
await browser.close();
server.close();
process.exit();
