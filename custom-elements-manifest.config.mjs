/**
 * The Custom Elements Manifest of the published element: paths are those of the package, not of the sources. Types of events, and the values
 * that properties take, come from the checker: the analyzer knows the names of types alone.
 */
import { readFileSync } from 'node:fs';
import { checkedTypes } from './scripts/checked-types.mjs';

const published = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

/** Rewrites every path below `node`, in place. */
const rewrite = (node) => {
  if (typeof node !== 'object' || node === null) return;
  for (const key of ['path', 'module']) {
    if (typeof node[key] === 'string') node[key] = published(node[key]);
  }
  for (const value of Object.values(node)) rewrite(value);
};

/** Keeps what is public, and of a method's overloads the one that is described. */
const publicOnly = (declaration) => {
  const members = declaration.members?.filter(({ privacy }) => privacy === undefined || privacy === 'public');
  if (members === undefined) return;
  const described = ({ name }) => members.find((member) => member.name === name && member.description) ?? null;
  declaration.members = members.filter(
    (member) => member === (described(member) ?? members.find(({ name }) => name === member.name)),
  );
};

/** Gives events the types of their details, and properties and attributes the names that they take. */
const typed = (types) => (declaration) => {
  if (!declaration.tagName) return;
  for (const event of declaration.events ?? []) event.type = { text: types.events.get(event.name) };
  for (const each of [...(declaration.members ?? []), ...(declaration.attributes ?? [])]) {
    const text = types.properties.get(each.fieldName ?? each.name);
    if (text !== undefined && each.kind !== 'method') each.type = { text };
  }
};

/** What custom properties are where a page sets none, by name: second values of `var()` in the styles, and of their reading for the canvas. */
const cssDefaults = () => {
  const text = ['src/element/parts/styles/base.ts', 'src/element/workbench/workbench.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const found = text.matchAll(
    /(?:var\((--snake-[\w-]+), ((?:[^()]|\([^()]*\))+)\)|\('(--snake-[\w-]+)', '([^']+)'\))/g,
  );
  return new Map([...found].map(([, name, value, read, fallback]) => [name ?? read, value ?? fallback]));
};

/** Constants that properties begin with, by name. */
const constants = () => {
  const text = readFileSync('src/algorithm/algorithm.ts', 'utf8');
  return new Map([...text.matchAll(/^export const (\w+) = ('[^']*');$/gm)].map(([, name, value]) => [name, value]));
};

const withDefaults = (defaults, named) => (declaration) => {
  for (const each of [...(declaration.members ?? []), ...(declaration.attributes ?? [])])
    each.default = named.get(each.default) ?? each.default;
  for (const property of declaration.cssProperties ?? []) {
    const its = defaults.get(property.name);
    if (its === undefined) throw new Error(`${property.name} has no default in the styles`);
    property.default = its;
  }
};

/** The element as the package has it: one class, whose members are all its own. The files of its base classes are not published. */
const flattened = (manifest) => {
  manifest.modules = manifest.modules.filter(
    ({ path, declarations = [] }) => path === 'dist/index.js' || declarations.some(({ tagName }) => tagName),
  );
  for (const declaration of manifest.modules.flatMap(({ declarations = [] }) => declarations)) {
    if (declaration.superclass) declaration.superclass = { name: 'LitElement', package: 'lit' };
    for (const each of [...(declaration.members ?? []), ...(declaration.attributes ?? [])]) delete each.inheritedFrom;
  }
};

export default {
  globs: ['src/index.ts', 'src/element/*.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [
    {
      name: 'published-paths',
      packageLinkPhase({ customElementsManifest }) {
        rewrite(customElementsManifest);
        flattened(customElementsManifest);
        const withTypes = typed(checkedTypes());
        const withStyles = withDefaults(cssDefaults(), constants());
        for (const { declarations } of customElementsManifest.modules) {
          declarations?.forEach(publicOnly);
          declarations?.forEach(withTypes);
          declarations?.forEach(withStyles);
        }
      },
    },
  ],
};
