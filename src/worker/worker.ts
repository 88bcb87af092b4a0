import { type Endpoint, expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { CONTOUR_FILES, ContourFiles } from '../contours/traffic/contour-files.js';
import { CONTOUR_VIEW, ContourView } from '../contours/traffic/contour-view.js';
import { trustedScript } from '../core/trusted-script.js';
import { decodeBeside } from '../image/pool/decoded.js';
import { DECODER, Decoder } from '../image/pool/decoder.js';
import { Session } from './session.js';

/** What the script takes of a worker. Where a page can start none, the build puts a port here. */
declare const self: Endpoint & { readonly name: string };

/** The engine. In a worker it starts others of this script, wherever that came from, which decode tiles. */
const engine = (): Session => {
  const start = (): Worker => new Worker(trustedScript(location.href), { type: 'module', name: DECODER });
  if (Object.is(self, globalThis)) decodeBeside({ start, cores: navigator.hardwareConcurrency });
  return new Session(builtIn);
};

const others = new Map<string, () => object>([
  [CONTOUR_FILES, () => new ContourFiles()],
  [CONTOUR_VIEW, () => new ContourView()],
  [DECODER, () => new Decoder()],
]);
// One script for all, so that a page names and serves one.
expose((others.get(self.name) ?? engine)(), self);
// Says that it runs: the page posts nothing before.
self.postMessage('ready');
