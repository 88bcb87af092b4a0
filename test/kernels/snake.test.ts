/**
 * The snake on a real device, in one process: a software adapter compiles its kernels for longer than most of these run.
 * Each part can also be run by itself.
 */
import './snake/runs.js';
import './snake/held.js';
import './snake/chunks.js';
import './snake/refined.js';
import './snake/beside.js';
// The last: it destroys the device.
import '../fault/gpu-runs.js';
