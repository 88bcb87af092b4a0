/** The images that a page offers in the component. */
import { fileName } from '../../core/any-window.js';
import { badParameter } from '../../core/errors.js';
import { absolute, decoded } from '../../core/url.js';
import type { Source } from './sources.js';

/** An image to choose: what `src` is set to, and how it is shown in the list. */
export interface ImageEntry {
  readonly src: Source;
  /** Its name; that of its file or address where none is given. */
  readonly title?: string;
  /** Address of a small picture of it; one is made once the image is open where none is given. */
  readonly thumbnail?: string;
  /** A few words about it. */
  readonly about?: string;
}

/** Whether two sources name the same image. */
export const isSameSource = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && absolute(a) === absolute(b));

/** The title of an image; that of its file, or the end of its address, where it has none. */
export const imageTitle = ({ src, title }: ImageEntry): string => {
  if (title !== undefined && title !== '') return title;
  if (typeof src === 'string')
    return decoded(
      src
        .replace(/[?#].*$/, '')
        .replace(/\/+$/, '')
        .split('/')
        .at(-1) ?? src,
    );
  return fileName(src) ?? '';
};

const isEntry = (value: unknown): value is ImageEntry => {
  if (typeof value !== 'object' || value === null || !('src' in value)) return false;
  const { src, title, thumbnail, about }: Partial<Record<'src' | 'title' | 'thumbnail' | 'about', unknown>> = value;
  const isText = (text: unknown): boolean => text === undefined || typeof text === 'string';
  return (
    (typeof src === 'string' || (typeof src === 'object' && src !== null)) && [title, thumbnail, about].every(isText)
  );
};

/** The entries of a list that are sound; the same list where all are. */
export const soundEntries = (given: unknown): readonly ImageEntry[] => {
  if (!Array.isArray(given)) return [];
  const list: readonly unknown[] = given;
  const sound = list.filter(isEntry);
  return sound.length === list.length ? given : sound;
};

/** The error for a list of images with an invalid entry. */
export const badImages = (given: unknown): Error =>
  badParameter('images', given, 'it must be a list of images, each {src, title, thumbnail, about}');
