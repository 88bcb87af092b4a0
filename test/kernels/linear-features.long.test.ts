/** The tests of `linear-features.test.ts` with the widest and the narrowest windows. */
import './linear-features.test.js';
