/**
 * The documentation as a site, in `docs/site/`: README, the guides of `docs/`, a page of error codes and one of the element, both made
 * from the sources, the API, and live examples with the built component beside them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const site = 'docs/site';

const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

run('scripts/docs/reference.mjs');
rmSync(site, { recursive: true, force: true });
run('node_modules/typedoc/bin/typedoc', '--out', site);

run('scripts/build.mjs', 'package', '--if-changed');
cpSync('cdn', join(site, 'cdn'), { recursive: true });
cpSync('docs/examples', join(site, 'examples'), { recursive: true });
mkdirSync(join(site, 'images'));
for (const name of readdirSync('docs/examples')) {
  const [, image] = /src="\.\.\/images\/([^"]+)"/.exec(readFileSync(join('docs/examples', name), 'utf8')) ?? [];
  if (image) cpSync(join('demo/images', image), join(site, 'images', image));
}

/** Addresses within the site that lead nowhere, by page. */
const dead = readdirSync(site, { recursive: true })
  .filter((path) => path.endsWith('.html'))
  .flatMap((path) => {
    const text = readFileSync(join(site, path), 'utf8').replace(/<(pre|code)[\s>][\s\S]*?<\/\1>/g, '');
    const addresses = [...text.matchAll(/\s(?:href|src)="([^"#?]+)[^"]*"/g)].map(([, address]) => address);
    return [...new Set(addresses)]
      .filter((address) => !/^[a-z]+:/.test(address) && !existsSync(join(site, dirname(path), decodeURI(address))))
      .map((address) => `${path}: ${address}`);
  });
if (dead.length > 0) {
  console.error(`Links that lead nowhere:\n${dead.join('\n')}`);
  process.exit(1);
}
