import { type Endpoint, expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { loaded } from '../core/later.js';
import { trustedScript } from '../core/trusted-script.js';
import { CONTOUR_FILES, CONTOUR_VIEW, DECODER, EVOLVER } from '../core/worker-names.js';
import { decodeBeside } from '../image/pool/decoded.js';
import { holdForLife } from './life.js';
import { partOrRefusal } from './part-or-refusal.js';
import { Session } from './session.js';

/** The part of a worker's scope that is used here. Where a page cannot start workers, the build substitutes a port. */
declare const self: Endpoint & { readonly name: string };

/** The engine. In a worker, it starts further workers from this script's address, which decode tiles and carry out runs. */
const engine = (): Session => {
  if (!Object.is(self, globalThis)) return new Session(builtIn);
  const starts = (name: string) => (): Worker => new Worker(trustedScript(location.href), { type: 'module', name });
  const { hardwareConcurrency: cores } = navigator;
  decodeBeside({ start: starts(DECODER), cores });
  return new Session(builtIn, { start: starts(EVOLVER), cores });
};

/** Callers of these wait for an answer. */
const contours = new Map<string, () => Promise<object>>([
  [CONTOUR_FILES, () => import('../contours/traffic/contour-files.js').then(({ ContourFiles }) => new ContourFiles())],
  [CONTOUR_VIEW, () => import('../contours/traffic/contour-view.js').then(({ ContourView }) => new ContourView())],
]);
/** Without these, an engine does the work itself. */
const helpers = new Map<string, () => Promise<object>>([
  [DECODER, () => import('../image/pool/decoder.js').then(({ Decoder }) => new Decoder())],
  [EVOLVER, () => import('./evolving/evolver.js').then(({ Evolver }) => new Evolver(builtIn))],
]);

const serve = (what: object): void => {
  expose(what, self);
  // Reported to the page like a crash: the caller of a lost call would wait forever.
  self.addEventListener('messageerror', () => reportError(new Error('a message could not be read')));
  // Signals that the worker is running: the page posts nothing before.
  self.postMessage('ready');
};

/** As `serve`, for workers whose answers a page awaits: the page is notified when the worker ends. */
const serveFromHere = (what: object): void => {
  serve(what);
  if (Object.is(self, globalThis)) holdForLife((life) => self.postMessage({ life }));
};
// One script for all roles, so that a page serves a single file.
const helper = helpers.get(self.name);
const other = contours.get(self.name);
if (helper) loaded(helper()).then(serve).catch(reportError);
else if (other) partOrRefusal(other()).then(serveFromHere);
else serveFromHere(engine());
