/** What a search without examples finds in the demo's slide. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Rect } from '../../../src/core/geometry/rect.js';
import { createEngine } from '../../../src/engine.js';

/** The median area, in px², of the objects in a domain, or in all of the slide; more than 60 are found, at full resolution. */
export const medianAreaIn = async (domain?: Rect): Promise<number> => {
  const blob = new Blob([await readFile('demo/images/CMU-1-Small-Region.svs')]);
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.open({ kind: 'blob', blob, name: 'slide.svs' });
  const run = engine.segment(image, { init: 'auto', ...(domain && { domain }), objects: 128 });
  const { contours, details } = await run.outcome;
  engine.dispose();
  const areas = contours.map(({ properties }) => properties.measurements['Area px^2']!).sort((a, b) => a - b);
  assert.ok(areas.length > 60, `${areas.length} contours`);
  assert.equal(details?.searchedLevel, 0);
  return areas[areas.length >> 1]!;
};
