/** Listeners to edits that a first view does without: each is loaded when the first edit that concerns it comes. */
import { type Later, later } from '../../core/later.js';
import { type Collection, EditsEvent } from '../contours/collection.js';
import { isOfNoRun } from '../contours/edited.js';
import type { Edit } from '../contours/edits.js';
import { isOpen } from '../contours/found.js';
import type { Stage } from '../viewer/stage.js';
import type { TeachingBench } from './search/teaching.js';

/** Hears edits, in their order. */
interface Listener {
  hear(edits: readonly Edit[]): void;
}

const measuring = later(() => import('./editing/measuring.js'));
const teaching = later(() => import('./search/teaching.js'));

/** The code of the listeners. */
export const listeners: readonly Later<unknown>[] = [measuring, teaching];

/** Has contours measured that were drawn, changed by hand, or joined. */
export const measureLater = (stage: Stage, collection: Collection): void =>
  hearLater(collection, isOfNoRun, async () => {
    const { Measuring } = await measuring.load();
    return new Measuring(stage, collection);
  });

/** Has found objects rated anew once a person accepted or deleted some. */
export const teachLater = (bench: TeachingBench): void =>
  hearLater(bench.collection, isOpen, async () => {
    const { Teaching } = await teaching.load();
    return new Teaching(bench);
  });

/** Edits that come while the listener loads are heard once it is there. Where it cannot be loaded, the next edit tries again. */
const hearLater = (
  collection: Collection,
  concerns: (contour: Edit['after'] & object) => boolean,
  load: () => Promise<Listener>,
): void => {
  let listener: Listener | undefined;
  let isLoading = false;
  const waiting: (readonly Edit[])[] = [];
  const concerning = ({ before, after }: Edit): boolean =>
    (before !== undefined && concerns(before)) || (after !== undefined && concerns(after));
  collection.addEventListener('edits', (event) => {
    if (!(event instanceof EditsEvent)) return;
    if (listener) return listener.hear(event.edits);
    if (waiting.length === 0 && !event.edits.some(concerning)) return;
    waiting.push(event.edits);
    if (isLoading) return;
    isLoading = true;
    load()
      .then((loaded) => {
        listener = loaded;
        for (const edits of waiting.splice(0)) loaded.hear(edits);
      })
      .catch(() => {})
      .finally(() => {
        isLoading = false;
      });
  });
};
