/** All parts of a search that other workers may do. */
import { lessonModel } from './like/lesson-place.js';
import { likeEvidence } from './like/like-map.js';
import { partsOfMask } from './like/model-parts.js';
import { stripValues, stripVotes } from './like/strip-works.js';
import { ellipsesOf, objectsOf, scaledOf } from './map/map-works.js';
import { populationOf } from './map/population.js';
import { regionMap } from './map/region-map.js';
import { standingParts } from './map/standing-parts.js';
import { evidenceIn } from './map/surest-map.js';
import { tileParts } from './map/tiled-map.js';
import { doneOf } from './part-work.js';

/** Does a part of a search for another thread. */
export const searchWork = doneOf([
  scaledOf,
  objectsOf,
  ellipsesOf,
  populationOf,
  stripValues,
  stripVotes,
  partsOfMask,
  evidenceIn,
  tileParts,
  standingParts,
  regionMap,
  likeEvidence,
  lessonModel,
]);
