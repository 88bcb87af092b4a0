import { expose } from 'comlink';
import { Session } from './session.js';

expose(new Session());
// Says that it runs: the page posts nothing before.
postMessage('ready');
