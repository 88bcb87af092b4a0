/** Decodes tiles that are pictures: PNG and JPEG in a worker if there is a pool; the browser decodes other formats in parallel itself. */
import { decodePicture, pictureFormat } from '../codecs/decode.js';
import { copied, decoded } from '../pool/decoded.js';
import type { Samples } from '../samples.js';

/** The samples of a tile, as `decodePicture` gives them. Rejects with its errors, or with `AbortError`. */
export const decodeTile = (bytes: Uint8Array<ArrayBuffer>, name: string, signal: AbortSignal): Promise<Samples> => {
  const here = (): Promise<Samples> => decodePicture(bytes, name);
  const format = pictureFormat(bytes);
  if (format !== 'png' && format !== 'jpeg') return here();
  return decoded((decoder) => decoder.picture(copied(bytes), name), here, signal);
};
