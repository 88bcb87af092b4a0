/** Builds what the demo needs and is not current, then serves it. */
import { spawnSync } from 'node:child_process';
import { serve } from './serve.mjs';

for (const [script, ...args] of [['scripts/data/make-pyramid.mjs'], ['scripts/build.mjs', 'demo', '--if-changed']]) {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
serve();
