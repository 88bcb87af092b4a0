/**
 * The layers of `src`, bottom first. A folder imports from the folders listed for it, and from itself:
 *
 *   core ← compute, image ← algorithm ← snake, level-set, linear-features
 *                           algorithm ← worker, contours ← element/client ← element
 *                                       worker, contours ← cli
 *                                snake, worker, contours ← toolkit
 *
 * `wgsl` holds text only. The entry points (`src/*.ts`, `src/worker/worker.ts`) hand the algorithms to the engine.
 */
const layers = {
  core: [],
  compute: ['core'],
  image: ['core'],
  algorithm: ['core', 'compute', 'image'],
  snake: ['core', 'compute', 'image', 'algorithm', 'wgsl'],
  'level-set': ['core', 'compute', 'image', 'algorithm', 'wgsl'],
  'linear-features': ['core', 'compute', 'image', 'algorithm', 'wgsl'],
  worker: ['core', 'compute', 'image', 'algorithm'],
  contours: ['core', 'compute', 'image', 'algorithm'],
  element: ['core', 'compute', 'image', 'algorithm', 'worker', 'contours'],
  toolkit: ['core', 'image', 'algorithm', 'snake', 'worker', 'contours'],
  frameworks: ['element'],
  cli: ['core', 'compute', 'image', 'algorithm', 'worker', 'contours'],
};

/** Modules that hand the algorithms to an engine, though they lie in a layer that knows none. */
const composed = '^src/(worker/worker|cli/work/desk)\\.ts$';

const only = (from, to) => ({
  name: `${from}-imports-from-lower-layers-only`,
  severity: 'error',
  from: { path: `^src/${from}/`, pathNot: composed },
  to: { path: '^src/', pathNot: [from, ...to].map((folder) => `^src/${folder}/`) },
});

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([from, to]) => only(from, to)),
    {
      name: 'client-knows-nothing-of-the-element',
      severity: 'error',
      from: { path: '^src/element/client/' },
      to: { path: '^src/element/', pathNot: '^src/element/client/' },
    },
    {
      name: 'node-only-where-no-page-comes',
      comment:
        "Node's modules are imported where files are opened by path, by the entry point for Node and the command line.",
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(node\\.ts|node/.+|cli/.+|image/(open-file|io/file-\\w+)\\.ts)$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
