/** The test of `remembered.test.ts` with seeds that ended alike where a checkpoint was gone on from. */
import './remembered.test.js';
