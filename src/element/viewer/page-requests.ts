/** Images asked for as the page says: with its headers, its credentials and its size of a pixel. */

import { isBlob } from '../../core/any-window.js';
import { badParameter } from '../../core/errors.js';
import type { ImageSpec } from '../../image/image-spec.js';
import { checkPictureSize } from '../../image/io/most-bytes.js';
import type { AskRequest } from '../../image/io/request.js';
import { isPixelSize } from '../../image/pixel-size.js';
import type { Placement } from '../../image/samples.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import { fetchPicture } from './fetched-picture.js';
import type { SourcePlan } from './sources.js';
import { accessOf, asked, requestOf } from './tiles/tile-access.js';

/** Properties of the element that say it. */
type Page = Pick<SegmenterProperties, 'mpp' | 'requestInit' | 'viewerOptions'>;

/** The page's headers and credentials, and those of the options of its viewer. */
const pageRequest = ({ requestInit, viewerOptions }: Page, src: unknown): AskRequest | undefined =>
  requestOf(accessOf(viewerOptions, undefined, asked(requestInit, src)));

/** The specification with the page's settings of requests and of the size of a pixel. */
export const dressed = (spec: ImageSpec, page: Page): ImageSpec => {
  if (spec.kind === 'samples') return spec;
  const placement = placementBy(page.mpp);
  const its = placement ? { ...spec, placement } : spec;
  if (its.kind !== 'url' || its.request) return its;
  const request = pageRequest(page, its.url);
  return request ? { ...its, request } : its;
};

/** The size of a pixel that the page gives. Throws `bad-parameter`. */
const placementBy = (mpp: unknown): Placement | undefined => {
  if (mpp === undefined || mpp === null) return undefined;
  const [pixelWidth, pixelHeight = pixelWidth, ...more]: readonly unknown[] = Array.isArray(mpp) ? mpp : [mpp];
  if (isPixelSize(pixelWidth) && isPixelSize(pixelHeight) && more.length === 0)
    return { pixelWidth, pixelHeight, unit: 'µm' };
  throw badParameter(
    'mpp',
    mpp,
    'it must be micrometres per pixel from 1e-100 to 1e100, or two of them, [across, down]',
  );
};

/** The file of a plan that shows a picture; on its way where it is fetched, and a failure of it may go unheard. */
export const pictureOf = (
  { display, name }: SourcePlan,
  page: Page,
  signal: AbortSignal,
): Promise<Blob> | undefined => {
  if (display.kind !== 'picture') return undefined;
  const { from } = display;
  const picture = isBlob(from) ? fitting(from, name) : fetchPicture(from, { request: pageRequest(page, from), signal });
  picture.catch(() => {});
  return picture;
};

/** The file itself, unless it is too large: WebKit takes longer to hand such a file to a worker than a worker may be silent. */
const fitting = async (file: Blob, name: string): Promise<Blob> => {
  checkPictureSize(name, file.size, file.type.replace('image/', '') || 'unknown');
  return file;
};
