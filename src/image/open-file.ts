/** Opens an image of this machine by its path, for Node. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { badParameter, SegmenterError } from '../core/errors.js';
import { coded, optionsOf, signalOf } from '../core/given.js';
import { loaded } from '../core/later.js';
import { type Keys, zarrRoot } from './formats/zarr/keys.js';
import { FileBytes } from './io/file-bytes.js';
import { fileError, systemCode } from './io/file-error.js';
import { type OpenOptions, openBytes, type ReadPart } from './open.js';
import type { OpenedImage } from './samples.js';

/**
 * Opens an image by its path: a file of any format, read by ranges of its handle, or a folder: of a DZI, the one that
 * holds the descriptor or the one with the tiles, or of an OME-Zarr. The image holds the file open until it is closed.
 * @param path of a file or a folder, absolute or from the current folder
 * @param options.signal ends the opening
 * @returns the image: sizes in pixels, levels from full resolution down, and `region(rect, level)`, the stored samples of a
 *   rectangle in whole pixels of that level
 * @throws SegmenterError `image-not-found`, `image-unreadable`, `image-too-large` or `unsupported`; rejects with
 *   `AbortError` once `signal` is aborted
 */
export const openFile = (path: string, options?: OpenOptions): Promise<OpenedImage> =>
  coded(() => {
    const signal = signalOf(optionsOf(options, 'signal').signal);
    if (typeof path === 'string') return openPath(path, signal);
    throw badParameter('path', path, 'it must be a text');
  });

const openPath = async (path: string, signal: AbortSignal | undefined): Promise<OpenedImage> => {
  const root = await zarrFolder(path);
  if (root !== undefined) {
    const { openZarr } = await loaded(import('./formats/zarr/zarr-source.js'));
    return openZarr(folderKeys(root), basename(root), signal);
  }
  const file = await descriptorOf(path);
  const bytes = await FileBytes.open(file);
  try {
    const image = await openBytes(bytes, basename(file), { url: pathToFileURL(file).href, readPart, signal });
    const close = image.close.bind(image);
    return Object.assign(image, {
      close: () => {
        close();
        // If closing the handle fails, nothing can be done.
        bytes.close().catch(() => {});
      },
    });
  } catch (error) {
    await bytes.close();
    throw error;
  }
};

/** The folder of a Zarr hierarchy that a path names, by itself or by its metadata. */
const zarrFolder = async (path: string): Promise<string | undefined> => {
  const root = zarrRoot(path.replaceAll(sep, '/')) ?? path.replace(/[\\/]+$/, '');
  for (const file of ['zarr.json', '.zgroup', '.zattrs', '.zarray'])
    if (await stat(join(root, file)).catch(() => undefined)) return root;
  return undefined;
};

/** The files of a hierarchy in a folder. */
const folderKeys = (root: string): Keys => {
  const whole = async (key: string): Promise<FileBytes | undefined> => {
    // Metadata may contain any path; nothing outside the hierarchy is read.
    if (key.split(/[\\/]/).includes('..')) return undefined;
    try {
      return await FileBytes.open(join(root, key));
    } catch (error) {
      if (error instanceof SegmenterError && systemCode(error.cause) === 'ENOENT') return undefined;
      throw error;
    }
  };
  const read = async (
    key: string,
    part: (size: number) => readonly [offset: number, length: number],
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array | undefined> => {
    const file = await whole(key);
    try {
      return file && (await file.read(...part(file.size), signal ? { signal } : {}));
    } finally {
      await file?.close();
    }
  };
  return {
    name: root,
    get: (key, signal) => read(key, (size) => [0, size], signal),
    range: (key, range, signal) =>
      read(
        key,
        (size) =>
          'suffixLength' in range
            ? [Math.max(0, size - range.suffixLength), range.suffixLength]
            : [range.offset, range.length],
        signal,
      ),
  };
};

/** The file to open: `path` itself, or of a folder the descriptor of the pyramid in it. */
const descriptorOf = async (path: string): Promise<string> => {
  try {
    if (!(await stat(path)).isDirectory()) return path;
    const beside = /^(.*)_files[\\/]?$/.exec(path);
    if (beside) return `${beside[1]}.dzi`;
    const descriptors = (await readdir(path)).filter((name) => /\.dzi$/i.test(name));
    if (descriptors.length === 1) return join(path, descriptors[0]!);
    const reason =
      descriptors.length === 0
        ? 'it is a folder without a .dzi; give an image'
        : `it is a folder with ${descriptors.length} pyramids; give one of ${descriptors.sort().join(', ')}`;
    throw new SegmenterError('image-unreadable', { name: path, reason });
  } catch (error) {
    throw fileError(path, error);
  }
};

/** A tile by its `file:` address. */
const readPart: ReadPart = async (url, signal) => {
  const path = fileURLToPath(url);
  try {
    return new Uint8Array(await readFile(path, { signal }));
  } catch (error) {
    throw fileError(path, error);
  }
};
