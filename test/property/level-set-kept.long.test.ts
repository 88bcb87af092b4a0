/** The tests of `level-set-kept.test.ts` on more images and marks. */
import './level-set-kept.test.js';
