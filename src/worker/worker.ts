import { type Endpoint, expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { CONTOUR_FILES, ContourFiles } from '../contours/traffic/contour-files.js';
import { CONTOUR_VIEW, ContourView } from '../contours/traffic/contour-view.js';
import { Session } from './session.js';

/** What the script takes of a worker. Where a page can start none, the build puts a port here. */
declare const self: Endpoint & { readonly name: string };

// One script for all, so that a page names and serves one.
expose(
  self.name === CONTOUR_FILES
    ? new ContourFiles()
    : self.name === CONTOUR_VIEW
      ? new ContourView()
      : new Session(builtIn),
  self,
);
// Says that it runs: the page posts nothing before.
self.postMessage('ready');
