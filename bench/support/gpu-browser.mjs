/**
 * Runs the figures in headless Chromium: `node bench/support/gpu-browser.mjs WORKER [latency,equality,figures]`.
 * WORKER is what `node scripts/bundle-bench.mjs --browser bench/support/gpu/gpu-worker.ts` writes; `CHROMIUM` names the browser.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { gpuFlags, softwareFlags } from '../../scripts/machine/gpu-flags.mjs';

const [worker, parts = 'latency,equality,figures'] = process.argv.slice(2);
const source = readFileSync(worker);
const server = createServer((request, response) => {
  const script = request.url === '/worker.js';
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
  response.end(script ? source : '<!doctype html><title>bench</title>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', ...(process.env.SOFTWARE ? softwareFlags : gpuFlags)],
});
const page = await browser.newPage();
page.on('console', (message) => console.log(message.text()));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const good = await page.evaluate(
  (wanted) =>
    new Promise((resolve) => {
      const running = new Worker('/worker.js', { type: 'module' });
      running.onerror = (event) => {
        console.log(event.message);
        resolve(false);
      };
      const late = [];
      running.onmessage = ({ data }) => {
        if (typeof data === 'string') console.log(data);
        else if ('state' in data) {
          // The frame that could show it.
          requestAnimationFrame(() => late.push(performance.timeOrigin + performance.now() - data.state.at));
        } else {
          late.sort((a, b) => a - b);
          if (late.length > 0) {
            console.log(
              `${late.length} states reached a frame of the page ${late[late.length >> 1].toFixed(1)} ms after they were made, ${late.at(-1).toFixed(1)} at most`,
            );
          }
          resolve(data.done);
        }
      };
      running.postMessage(wanted);
    }),
  parts.split(','),
);
await browser.close();
server.close();
process.exit(good ? 0 : 1);
