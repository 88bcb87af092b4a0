/** GeoJSON as QuPath reads it, contour by contour: a collection, or one feature a line. */
import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { ownMetadata, survey } from '../../set/survey.js';
import { writeGeoJSON } from '../geojson.js';
import { inPieces, type TextWriter } from './text-writer.js';

const withMetadata = (contour: ContourFeature, metadata: Readonly<Record<string, string>>): ContourFeature => ({
  ...contour,
  properties: { ...contour.properties, metadata },
});

/**
 * A FeatureCollection, a feature a line. Metadata that are written once stand in the collection's member `metadata`
 * (RFC 7946, section 6.1), from which `readGeoJSON` gives them back to each contour.
 */
export const geojsonStream: TextWriter = (contours, _image, { metadata = 'each' } = {}) =>
  inPieces(
    (async function* () {
      const common = metadata === 'once' ? await survey(contours) : { shared: {} };
      const head = metadata === 'once' ? `,\n"metadata":${JSON.stringify(common.shared)}` : '';
      yield `{"type":"FeatureCollection"${head},\n"features":[`;
      let separator = '\n';
      for await (const contour of contours) {
        const its = metadata === 'none' ? {} : ownMetadata(contour, common);
        yield separator + writeGeoJSON(withMetadata(contour, its));
        separator = ',\n';
      }
      yield '\n]}\n';
    })(),
  );

/** One feature a line (newline-delimited GeoJSON). Common metadata are written in each line, or not at all, since there is no other place for them. */
export const geojsonLines: TextWriter = (contours, _image, { metadata = 'each' } = {}) =>
  inPieces(
    (async function* () {
      for await (const contour of contours) {
        yield `${writeGeoJSON(metadata === 'none' ? withMetadata(contour, {}) : contour)}\n`;
      }
    })(),
  );
