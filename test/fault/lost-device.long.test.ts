/** The tests of `lost-device.test.ts` at every call to a device. */
import './lost-device.test.js';
