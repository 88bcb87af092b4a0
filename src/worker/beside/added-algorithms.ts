/** What a session needs once a host adds algorithms of its own: from a module, or behind a port. */
export { loadAlgorithms } from '../load-algorithms.js';
export { RemoteAlgorithms } from './remote-algorithm.js';
