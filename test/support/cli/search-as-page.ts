/** The page's search of an image, region by region, with an engine of Node in the place of the worker. */

import { byArea } from '../../../src/contours/seams/regions.js';
import { Collection } from '../../../src/element/contours/collection.js';
import { type PlanRequest, planOf } from '../../../src/element/workbench/search/search-plan.js';
import { RegionRuns } from '../../../src/element/workbench/search/search-regions.js';
import { SearchResult } from '../../../src/element/workbench/search/search-result.js';
import type { OpenedImage } from '../../../src/image/samples.js';
import type { Engine } from '../../../src/worker/engine.js';
import type { ContourFeature, SegmentRequest } from '../../../src/worker/protocol.js';
import { Random } from '../random.js';

/** Contours of a search of regions in an order of chance, in the order of the list in the end. */
export const searchAsPage = async (
  engine: Engine,
  image: OpenedImage,
  request: SegmentRequest,
  { seed, ...wanted }: Pick<PlanRequest, 'regions'> & { readonly seed: number },
): Promise<readonly ContourFeature[]> => {
  const { signal } = new AbortController();
  const plan = planOf({ level: undefined, area: undefined, ...wanted }, image);
  const random = new Random(seed);
  const regions = plan.grid.regions.map((region) => ({ region, at: random.between(0, 1e6) }));
  regions.sort((a, b) => a.at - b.at);
  const collection = new Collection({ emit: () => true, say: () => {} });
  const result = new SearchResult(collection, plan.grid, {
    admits: () => true,
    classification: undefined,
    placement: undefined,
  });
  const runs = new RegionRuns({
    engine: {
      segment: (asked, { id, signal: ended } = {}) => {
        const run = engine.segment(image, { ...asked }, { signal: ended, ...(id === undefined ? {} : { id }) });
        const done = (): void => {};
        return { id: run.id, result: run.outcome, pause: done, resume: done, step: done, cancel: done, watch: done };
      },
    },
    image: { id: 1, width: image.width, height: image.height },
    request: byArea({ ...request, level: plan.level }, plan.grid),
    signal,
  });
  await runs.search(
    regions.map(({ region }) => region),
    2,
    (region, found) => result.put(region, found),
  );
  await result.end();
  result.close();
  return collection.contours;
};
