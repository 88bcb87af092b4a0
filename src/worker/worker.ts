import { expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { CONTOUR_FILES, ContourFiles } from '../contours/traffic/contour-files.js';
import { Session } from './session.js';

// One script for both, so that a page names and serves one.
expose(self.name === CONTOUR_FILES ? new ContourFiles() : new Session(builtIn));
// Says that it runs: the page posts nothing before.
postMessage('ready');
