/**
 * Builds the package (`dist/` with its types, `cdn/`, and the pages of `docs/` that come from the sources) and the demo, or the one of them named as an argument. Folders are emptied first.
 * `--if-changed` leaves alone what is newer than everything it is made from. Builds of one checkout go one after another, so that tests which
 * run side by side may each ask for one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { pruneDeclarations } from './declarations.mjs';
import { globSync } from './glob.mjs';
import { takeLock } from './lock.mjs';

const folders = { package: ['dist', 'cdn'], demo: ['demo/dist'] };
const wanted = process.argv.slice(2).filter((argument) => argument in folders);
const names = wanted.length > 0 ? wanted : Object.keys(folders);
const stamps = '.build/stamps';
const { bin, exports: entries } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A digest of the names, sizes and times of everything that a build reads, and of the manifest itself. */
const state = () => {
  const sources = [
    ...globSync('src', () => true),
    ...globSync('demo', (path) => /\.(ts|css|html)$/.test(path) && !/demo[\\/](dist|pyramid)/.test(path)),
    ...globSync('scripts', () => true),
    'rollup.config.js',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  const hash = createHash('sha256');
  for (const path of sources) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  // Written anew with the same content by `npm run manifest`, after a build.
  hash.update(readFileSync('custom-elements.json'));
  return hash.digest('hex');
};

const run = (script, args, env = {}) => {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
};

/** Typed arrays have no type parameter in TypeScript before 5.7. */
const simplifyTypes = () => {
  for (const path of globSync('dist', (name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(path, 'utf8');
    const plain = text.replace(
      /\b((?:Ui|I)nt(?:8|16|32)|Uint8Clamped|Float(?:32|64)|Big(?:Ui|I)nt64)Array<ArrayBuffer(?:Like)?>/g,
      '$1Array',
    );
    if (plain !== text) writeFileSync(path, plain);
  }
};

/**
 * The types of GeoJSON that others have, as `@types/geojson`, let arrays be changed, and take no others: contours are declared so for hosts, and
 * `readonly` in the sources.
 */
const DECLARED_AS_GEOJSON = [
  ['dist/algorithm/contour-feature.d.ts', /export type ContourGeometry = [\s\S]*?;\n(?=\/\*\*)/],
  ['dist/contours/formats/features.d.ts', /export interface FeatureCollection \{[\s\S]*?\n\}/],
];
const loosenGeoJSON = () => {
  for (const [path, declaration] of DECLARED_AS_GEOJSON) {
    const text = readFileSync(path, 'utf8');
    if (!declaration.test(text)) throw new Error(`${path} has another declaration`);
    writeFileSync(
      path,
      text.replace(declaration, (found) => found.replaceAll('readonly ', '')),
    );
  }
};

takeLock('.build/lock');
const now = state();
const current = (name) =>
  folders[name].every((folder) => existsSync(folder)) &&
  existsSync(`${stamps}/${name}`) &&
  readFileSync(`${stamps}/${name}`, 'utf8') === now;
const stale = process.argv.includes('--if-changed') ? names.filter((name) => !current(name)) : names;

if (stale.length > 0) {
  for (const folder of stale.flatMap((name) => folders[name])) rmSync(folder, { recursive: true, force: true });
  run('node_modules/rollup/dist/bin/rollup', ['--config'], { BUILD: stale.join(',') });
  if (stale.includes('package')) {
    // Whether the types are right is for `npm run check`.
    run('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--noCheck']);
    pruneDeclarations(
      'dist',
      Object.values(entries).flatMap(({ types }) => types ?? []),
    );
    simplifyTypes();
    loosenGeoJSON();
    run('scripts/editor-data.mjs', []);
    run('scripts/docs/reference.mjs', []);
    // `npx` sets this once for a clone, and a second build would take it away.
    for (const path of Object.values(bin)) chmodSync(path, 0o755);
  }
  mkdirSync(stamps, { recursive: true });
  for (const name of stale) writeFileSync(`${stamps}/${name}`, now);
  console.log(`Built ${stale.flatMap((name) => folders[name].map((folder) => `${folder}/`)).join(', ')}`);
}
