/** Reads what OME-XML in the description of a TIFF says of its pixels. */
import { firstElement } from '../../../core/xml.js';
import { blobBytes } from '../../io/bytes.js';
import { readDirectories } from './directory.js';
import { tags } from './tags.js';

/** The attributes of `Pixels`; none where the description is no OME-XML. */
export const omePixels = (description: string): Readonly<Record<string, string>> | undefined =>
  description.trimStart().startsWith('<') ? firstElement(description.trimStart(), 'Pixels') : undefined;

/** The description of a TIFF's first image; empty where it has none. Rejects with `image-unreadable`. */
export const imageDescription = async (file: Blob, name: string): Promise<string> => {
  const [first] = await readDirectories(blobBytes(file, name));
  return (await first?.text(tags.ImageDescription)) ?? '';
};
