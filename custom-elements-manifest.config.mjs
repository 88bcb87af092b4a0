/**
 * The Custom Elements Manifest of the published element: paths are those of the package, not of the sources. Types of events, and the values
 * that properties take, come from the checker: the analyzer knows the names of types alone.
 */
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
        const withTypes = typed(checkedTypes());
        for (const { declarations } of customElementsManifest.modules) {
          declarations?.forEach(publicOnly);
          declarations?.forEach(withTypes);
        }
      },
    },
  ],
};
