/** The tests of `level-set-forms.test.ts` on four times as many cases. */
import './level-set-forms.test.js';
