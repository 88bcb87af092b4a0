/** The tests of `linear-features-forms.test.ts` on three times as many images. */
import './linear-features-forms.test.js';
