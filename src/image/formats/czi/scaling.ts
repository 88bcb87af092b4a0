/** The size of a pixel out of a CZI's metadata: `Scaling/Items/Distance`, in metres. */

import { readXml } from '../../../core/xml.js';

/** Metres of a pixel or slice along X, Y and Z, where the metadata say them. */
export type Distances = Readonly<Partial<Record<string, number>>>;

const PATH = ['Scaling', 'Items', 'Distance', 'Value'];

/** The distances by the letter of their axis, as far as the text is XML; `damage` where it is not. An empty text has none. */
export const distancesOf = (xml: string): { readonly distances: Distances; readonly damage?: RangeError } => {
  const found: Record<string, number> = {};
  const path: string[] = [];
  let [axis, written] = ['', ''];
  if (xml === '') return { distances: found };
  try {
    readXml(xml, {
      open: (name, { Id = '' }) => {
        path.push(name);
        if (name === 'Distance') axis = Id;
        written = '';
        return true;
      },
      text: (part) => {
        if (path.at(-1) === 'Value') written += part;
      },
      close: () => {
        const value = Number(written);
        if (PATH.every((name, k) => path.at(k - PATH.length) === name) && value > 0 && Number.isFinite(value))
          found[axis] ??= value;
        path.pop();
        written = '';
      },
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { distances: found, damage: error };
  }
  return { distances: found };
};
