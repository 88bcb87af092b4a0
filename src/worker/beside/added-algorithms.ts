/** The code that a session needs once a host adds algorithms, from a module or through a port. */
export { loadAlgorithms } from '../load-algorithms.js';
export { RemoteAlgorithms } from './remote-algorithm.js';
