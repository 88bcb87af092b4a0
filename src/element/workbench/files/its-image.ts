/** The image that contours are imported for: the one that is open, or being opened, when they are given. */
import { badImport } from '../../../contours/formats/features.js';
import { because } from '../../../core/reasons.js';
import { knownAs } from '../../storage/image-key.js';
import type { Workbench } from '../workbench.js';

/** Resolves once the image that was asked for is open, or cannot be opened. Outside of a page none is opened. */
const imageSettled = async ({ element, stage }: Workbench): Promise<void> => {
  if (element.isConnected && !stage.settled) await stage.ready.catch(() => {});
};

/** What `read` gives. Rejects with `bad-import` where another image was opened meanwhile. */
export const onItsImage = async <T>(bench: Workbench, read: () => Promise<T>): Promise<T> => {
  await imageSettled(bench);
  const { element, stage } = bench;
  const { image } = stage;
  const known = knownAs(element.imageKey, stage.source);
  const its = await read();
  await imageSettled(bench);
  if (!image || knownAs(element.imageKey, stage.source) === known) return its;
  const [name, other] = [image.name, stage.image?.name ?? ''];
  throw badImport(
    because('import-other-image')`it is of the image ${name}, and ${other} was opened meanwhile; open that image first`,
  );
};
