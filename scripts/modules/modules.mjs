/** Imports that are no TypeScript, `.wgsl` files and `codec:NAME`, for each tool that loads modules. */
import { codecModule } from './codecs.mjs';
import { wgslModule } from './wgsl.mjs';
import { checkKernels } from './wgsl-names.mjs';

const CODEC = /^codec:([\w-]+)$/;

/** The JavaScript of a module, or nothing where it is one of the tool's own. `extension`: see `wgslModule`. */
export const codeOf = (id, extension) => {
  const codec = CODEC.exec(id)?.[1];
  if (codec) return codecModule(codec);
  return id.endsWith('.wgsl') ? wgslModule(id, extension) : undefined;
};

/** For Rollup. The build stops where a fragment of a shader does not say what it requires. */
export const rollupModules = () => ({
  name: 'modules',
  buildStart() {
    const wrong = checkKernels();
    if (wrong.length > 0) this.error(wrong.join('\n'));
  },
  resolveId: (id) => (CODEC.test(id) ? { id, moduleSideEffects: false } : null),
  load(id) {
    const code = codeOf(id);
    return code === undefined ? null : { code, map: null };
  },
});

/** For esbuild. */
export const esbuildModules = () => ({
  name: 'modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: CODEC }, ({ path }) => ({ path, namespace: 'codec' }));
    onLoad({ filter: CODEC, namespace: 'codec' }, ({ path }) => ({ contents: codeOf(path), loader: 'js' }));
    onLoad({ filter: /\.wgsl$/ }, ({ path }) => ({ contents: codeOf(path), loader: 'js' }));
  },
});

/** Where the test runner's server has the module `codec:NAME`; undefined for others. */
export const codecAddress = (id) => {
  const codec = CODEC.exec(id)?.[1];
  return codec && `/codec/${codec}.js`;
};

/** For the test runner's server. */
export const servedModules = (path) => ({
  name: 'modules',
  resolveImport: ({ source }) => codecAddress(source),
  resolveMimeType: (context) => (context.path.endsWith('.wgsl') ? 'js' : undefined),
  serve(context) {
    const codec = /^\/codec\/([\w-]+)\.js$/.exec(context.path)?.[1];
    const body = codec ? codecModule(codec) : codeOf(path(`.${context.path}`), 'js');
    return body === undefined ? undefined : { body, type: 'js' };
  },
});
