import { expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { Session } from './session.js';

expose(new Session(builtIn));
// Says that it runs: the page posts nothing before.
postMessage('ready');
