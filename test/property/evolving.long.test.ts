/** The tests of `evolving.test.ts` with more workers that die or fail. */
import './evolving.test.js';
