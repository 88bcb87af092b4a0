/** Copies of objects: what brings them is loaded with the first. */
import { later } from '../../../core/later.js';
import { withLoaded } from '../../commands/declaration.js';
import type { Workbench } from '../workbench.js';
import { readClipboard } from './clipboard.js';

/** What brings copies of objects. */
export const pasting = later(() => import('./pasting.js'));

/** Pastes what is on the clipboard now: a clipboard event lets it be read only while it is handled. */
export const pasteNow = (bench: Workbench, toPointer: boolean, data: DataTransfer | undefined): unknown => {
  const { source } = bench.stage;
  const { pointer } = bench.placing;
  const pasted = { texts: readClipboard(data), byEvent: data !== undefined, pointer, toPointer, source };
  return withLoaded(bench, pasting.load(), ({ paste }) => paste(bench, pasted));
};

/** Copies beside the selected objects: at once where this is loaded. */
export const duplicateNow = (bench: Workbench): unknown =>
  pasting.now ? pasting.now.duplicate(bench) : withLoaded(bench, pasting.load(), ({ duplicate }) => duplicate(bench));
