/** Model learnt from the objects on the images of a page: sessions and recipes carry it to others. */
import type { ContourFeature } from '../../../worker/protocol.js';

/** The model of objects that the page has learnt or opened. */
export class Learnt {
  /** The model of the last run that learnt one, or of a session or recipe that was opened; the engine checks it. */
  model: unknown;
  /** Counter-examples on this image from a session; those of the page's own history are not among them. */
  unlike: readonly ContourFeature[] = [];
}
