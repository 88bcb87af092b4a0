/**
 * The snake's kernels on a real device in whole runs, in chunks, and in parts of domains, and a device that goes under them, in one process:
 * a software adapter compiles them for longer than most of these run. Each part can also be run by itself.
 */
import './snake/lockstep.js';
import './snake/runs.js';
import './snake/held.js';
import './snake/chunks.js';
import './snake/refined.js';
// The last: it destroys the device.
import '../fault/gpu-runs.js';
