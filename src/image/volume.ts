/** Volumes: NIfTI files and stacks of TIFF pages, as integer codes on a grid. DOM-free. */
import { SegmenterError, throwIfAborted } from '../worker/errors.js';
import { blobBytes } from './bytes.js';
import type { Volume } from './volume-grid.js';
import { readNifti } from './volume-nifti.js';
import { readTiffStack } from './volume-tiff.js';

export type { Volume };

/**
 * Reads a volume by its content. Rejects with `image-unreadable` where the file is none, is cut short or its header lies,
 * `image-too-large`, `unsupported` where its samples are of no kind known here, or `AbortError`.
 */
export const readVolume = async (file: Blob, name: string, signal?: AbortSignal): Promise<Volume> => {
  throwIfAborted(signal);
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head.length === 0) throw new SegmenterError('image-unreadable', { name, reason: 'it is empty' });
  const order = String.fromCharCode(head[0] ?? 0, head[1] ?? 0);
  if (order === 'II' || order === 'MM') return readTiffStack(blobBytes(file, name), name, signal);
  return readNifti(file, name, signal);
};
