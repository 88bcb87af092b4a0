/** What evolves contours of several runs in one dispatch, which a list of runs on a GPU needs. */
export { Beside } from './beside.js';
export { smallPlanes, smallProblem } from './small.js';
