/** Addresses of series in DICOMweb. */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';

/** The address of a series up to its own UID, then its query. */
export const SERIES = /^(.*\/studies\/[\d.]+\/series\/[\d.]+)\/?(\?.*)?$/;

/**
 * The address of a series that `url` names, by itself or after `dicomweb:`; `undefined` where it names none.
 * @throws SegmenterError `image-not-found` where something else comes after `dicomweb:`
 */
export const seriesAddress = (url: string): string | undefined => {
  const address = url.replace(/^dicomweb:/i, '');
  if (SERIES.test(address)) return address;
  if (address === url) return undefined;
  const reason = because('series-address')`after dicomweb: comes the address of a series, …/studies/UID/series/UID`;
  throw new SegmenterError('image-not-found', { url, reason });
};
