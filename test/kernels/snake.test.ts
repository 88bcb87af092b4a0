/**
 * The snake's kernels on a real device, each word by word, in one process: a software adapter compiles them for longer than most of these run.
 * Each part can also be run by itself. `snake.long.test.ts` has their other ways.
 */
import './snake/lockstep.js';
import './snake/beside.js';
import './snake/added.js';
