import { type Endpoint, expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { loaded } from '../core/later.js';
import { trustedScript } from '../core/trusted-script.js';
import { CONTOUR_FILES, CONTOUR_VIEW, DECODER, EVOLVER } from '../core/worker-names.js';
import { decodeBeside } from '../image/pool/decoded.js';
import { holdForLife } from './life.js';
import { partOrRefusal } from './part-or-refusal.js';
import { Session } from './session.js';

/** What the script takes of a worker. Where a page can start none, the build puts a port here. */
declare const self: Endpoint & { readonly name: string };

/** The engine. In a worker it starts others of this script, wherever that came from, which decode tiles and carry out runs. */
const engine = (): Session => {
  if (!Object.is(self, globalThis)) return new Session(builtIn);
  const starts = (name: string) => (): Worker => new Worker(trustedScript(location.href), { type: 'module', name });
  const { hardwareConcurrency: cores } = navigator;
  decodeBeside({ start: starts(DECODER), cores });
  return new Session(builtIn, { start: starts(EVOLVER), cores });
};

/** Who has called these waits for an answer. */
const contours = new Map<string, () => Promise<object>>([
  [CONTOUR_FILES, () => import('../contours/traffic/contour-files.js').then(({ ContourFiles }) => new ContourFiles())],
  [CONTOUR_VIEW, () => import('../contours/traffic/contour-view.js').then(({ ContourView }) => new ContourView())],
]);
/** Without these an engine does their work itself. */
const helpers = new Map<string, () => Promise<object>>([
  [DECODER, () => import('../image/pool/decoder.js').then(({ Decoder }) => new Decoder())],
  [EVOLVER, () => import('./evolving/evolver.js').then(({ Evolver }) => new Evolver(builtIn))],
]);

const serve = (what: object): void => {
  expose(what, self);
  // The page hears of it as of a crash: a call that got lost would wait for its answer for ever.
  self.addEventListener('messageerror', () => reportError(new Error('a message could not be read')));
  // Says that it runs: the page posts nothing before.
  self.postMessage('ready');
};
/** The same for what a page waits for: in a worker, the page hears when that ends. */
const serveFromHere = (what: object): void => {
  serve(what);
  if (Object.is(self, globalThis)) holdForLife((life) => self.postMessage({ life }));
};
// One script for all, so that a page names and serves one.
const helper = helpers.get(self.name);
const other = contours.get(self.name);
if (helper) loaded(helper()).then(serve).catch(reportError);
else if (other) partOrRefusal(other()).then(serveFromHere);
else serveFromHere(engine());
