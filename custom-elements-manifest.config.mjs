/** The Custom Elements Manifest of the published element: paths are those of the package, not of the sources. */

const published = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

/** Rewrites every path below `node`, in place. */
const rewrite = (node) => {
  if (typeof node !== 'object' || node === null) return;
  for (const key of ['path', 'module']) {
    if (typeof node[key] === 'string') node[key] = published(node[key]);
  }
  for (const value of Object.values(node)) rewrite(value);
};

/** Drops what is not public: private fields, and members marked `@internal`. */
const publicOnly = (declaration) => {
  if (declaration.members === undefined) return;
  declaration.members = declaration.members.filter(
    ({ privacy, name }) =>
      privacy !== 'private' && privacy !== 'protected' && !name.startsWith('#') && !name.startsWith('_'),
  );
};

export default {
  globs: ['src/index.ts', 'src/element/snake-segmenter.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [
    {
      name: 'published-paths',
      packageLinkPhase({ customElementsManifest }) {
        rewrite(customElementsManifest);
        for (const { declarations } of customElementsManifest.modules) declarations?.forEach(publicOnly);
      },
    },
  ],
};
