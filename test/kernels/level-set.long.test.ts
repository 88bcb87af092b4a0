/** The tests of `level-set.test.ts` with three runs of each form. */
import './level-set.test.js';
