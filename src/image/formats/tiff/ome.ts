/** Reads what OME-XML in the description of a TIFF says of its pixels. */
import { firstElement } from '../../../core/xml.js';

/** The attributes of `Pixels`; none where the description is no OME-XML. */
export const omePixels = (description: string): Readonly<Record<string, string>> | undefined =>
  description.trimStart().startsWith('<') ? firstElement(description.trimStart(), 'Pixels') : undefined;
