/**
 * Writes THIRD-PARTY-NOTICES.md: the licences of the packages that the bundle and the demo contain, found by
 * following `dependencies` from package.json. A package without a licence file gets the text of another of the
 * same licence, after its own name and author.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, peers } from './bundled.mjs';
import { forNode } from './for-node.mjs';

const read = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));

const closure = (names, found = new Map()) => {
  for (const name of names) {
    if (found.has(name) || !existsSync(join('node_modules', name))) continue;
    const manifest = read(name);
    found.set(name, manifest);
    closure(Object.keys(manifest.dependencies ?? {}), found);
  }
  return found;
};

const licenceText = (name) => {
  const file = readdirSync(join('node_modules', name)).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text = file && readFileSync(join('node_modules', name, file), 'utf8');
  return text
    ?.replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
};

const own = JSON.parse(readFileSync('package.json', 'utf8'));
const loaded = [...Object.keys(own.dependencies), ...peers].filter((name) => !forNode.includes(name));
/** Not dependencies of the package, since the build puts what it takes of them into it. */
const others = ['@cornerstonejs/codec-openjpeg', 'zstddec', 'uplot'];
/** Of these the bundle holds some modules, and nothing that they depend on. */
const inParts = ['flatgeobuf', 'flatbuffers', 'zarrita'].map((name) => [name, read(name)]);
const packages = [...closure([...loaded, ...bundled, ...others]), ...inParts]
  // Types vanish from what is built.
  .filter(([name]) => !name.startsWith('@types/') && name !== '@webgpu/types')
  .sort(([a], [b]) => (a < b ? -1 : 1));

const texts = new Map(packages.map(([name]) => [name, licenceText(name)]));
const groups = new Map();
for (const [name, manifest] of packages) {
  const same = packages.find(([other, { license }]) => license === manifest.license && texts.get(other));
  const text = texts.get(name) ?? texts.get(same?.[0]);
  if (text === undefined) throw new Error(`No licence text for ${name} (${manifest.license})`);
  const group = groups.get(text) ?? { licence: manifest.license, packages: [] };
  group.packages.push({ name, version: manifest.version, author: manifest.author?.name ?? manifest.author });
  groups.set(text, group);
}

const sections = [...groups].map(([text, { licence, packages: members }]) => {
  const lines = members.map(({ name, version, author }) => `- ${name} ${version}${author ? `, ${author}` : ''}`);
  return `## ${members.map(({ name }) => name).join(', ')}\n\n${licence}\n\n${lines.join('\n')}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
});

const openjpeg = readFileSync('scripts/licences/openjpeg.txt', 'utf8').trim();
sections.push(
  `## OpenJPEG\n\nBSD-2-Clause, as WebAssembly within @cornerstonejs/codec-openjpeg\n\n\`\`\`text\n${openjpeg}\n\`\`\`\n`,
);

writeFileSync(
  'THIRD-PARTY-NOTICES.md',
  `# Third-party notices

The scripts in \`cdn/\`, the worker's in \`dist/\` and the demo contain the packages below (uPlot: the demo only). The images of the demo have
licences of their own: see \`demo/images/README.md\`. \`npm run notices\` writes this file.

${sections.join('\n')}`,
);
