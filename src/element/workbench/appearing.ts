/** What comes is seen: objects that come while all of them, or those of their class, are hidden show them again. */
import { classNameOf } from '../contours/classes.js';
import { type Collection, EditsEvent } from '../contours/collection.js';
import type { Visibility } from '../contours/visibility.js';
import type { Seeing } from './seeing.js';

/** Shows again what would hide an object that was drawn, found, read or brought back. */
export const showWhatComes = (collection: Collection, visibility: Visibility, seeing: Seeing): void =>
  collection.addEventListener('edits', (event) => {
    if (!(event instanceof EditsEvent)) return;
    const there = new Set(event.edits.flatMap(({ before }) => before?.id ?? []));
    const come = event.edits.flatMap(({ after }) => (after && !there.has(after.id) ? [after] : []));
    if (come.length === 0) return;
    seeing.bare = false;
    visibility.showClasses(new Set(come.map(classNameOf)));
  });
