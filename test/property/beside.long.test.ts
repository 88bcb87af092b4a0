/** The tests of `beside.test.ts` with devices lost at more calls. */
import './beside.test.js';
