/** Images of a batch, and the names under which their results are kept. */
import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import { badParameter } from '../../core/errors.js';
import { isAddress } from '../work/image-file.js';

/** An image of a batch. */
export interface BatchImage {
  /** Absolute path or address. */
  readonly image: string;
  /** Unique in the batch: the path below the folder that holds all of them, or of an address its last part. */
  readonly name: string;
}

/**
 * Resolves paths, patterns and URLs to images without duplicates, sorted by name. Files in `out` are skipped, since
 * results may look like images. Rejects with `bad-parameter` where a pattern matches no file.
 */
export const imagesOf = async (given: readonly string[], out: string): Promise<readonly BatchImage[]> => {
  const addresses = given.filter(isAddress);
  const found = new Set<string>();
  for (const pattern of given) {
    if (isAddress(pattern)) continue;
    for (const path of await matching(pattern)) if (!isWithin(path, out)) found.add(path);
  }
  const paths = [...found].sort();
  const base = commonFolder(paths);
  const local = paths.map((image) => ({ image, name: relative(base, image).split(sep).join('/') }));
  return [...local, ...named([...new Set(addresses)].sort())];
};

/** An existing path is taken literally, even if it contains pattern characters. */
const matching = async (pattern: string): Promise<readonly string[]> => {
  const path = resolve(pattern);
  if (await isThere(path)) return [path];
  const found = await glob(pattern.split(sep).join('/'), { absolute: true, expandDirectories: false });
  if (found.length > 0) return found.map((each) => resolve(each));
  if (!/[*?[\]{}!()]/.test(pattern)) return [path];
  throw badParameter('IMAGE', pattern, 'no file fits this pattern; put it in quotes, so that no shell changes it');
};

const isThere = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
};

const isWithin = (path: string, folder: string): boolean => path.startsWith(`${resolve(folder)}${sep}`);

const commonFolder = (paths: readonly string[]): string => {
  let folder = dirname(paths[0] ?? resolve('.'));
  for (const path of paths) while (!isWithin(path, folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
};

/** Named by the last part of the URL; by host and path where two have the same last part. */
const named = (addresses: readonly string[]): readonly BatchImage[] => {
  const last = (address: string): string => decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');
  return addresses.map((image) => {
    const { host, pathname } = new URL(image);
    const alone = last(image) !== '' && addresses.filter((each) => last(each) === last(image)).length === 1;
    return { image, name: alone ? last(image) : `${host}${decodeURIComponent(pathname)}`.replaceAll('..', '_') };
  });
};
