/**
 * Annotations of Aperio ImageScope, an XML file next to the slide, and the polygons of HALO's `.annotations`, which have the same form: layers
 * (`Annotation`) with a name and a colour, that contain regions, whose vertices are full-resolution pixels. A layer's name is the class
 * of its regions.
 */

import type { Geometry } from '../../algorithm/algorithm.js';
import { show } from '../../core/errors.js';
import type { Box } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { because, quoted, type Reason, type Told } from '../../core/reasons.js';
import { readXml } from '../../core/xml.js';
import { boundsOf, closeRing, contains } from '../geometry.js';
import {
  badImport,
  type Classification,
  checkClass,
  colourOf,
  feature,
  type Imported,
  idKeeper,
  leftOut,
  solid,
} from './features.js';
import { ellipse } from './svg/curves.js';

type Attributes = Readonly<Record<string, string>>;

interface Region {
  readonly where: Reason;
  readonly attributes: Attributes;
  readonly vertices: Position[];
}

interface Layer {
  readonly attributes: Attributes;
  readonly regions: Region[];
}

/** Values of a region's `Type` for a freehand shape or a rectangle (numbers in Aperio, names in HALO), and for an ellipse. */
const RINGS: ReadonlySet<string> = new Set(['0', '1', 'Polygon']);
const ELLIPSE = '2';

/** Whether a text begins like a file of annotations. */
export const looksLikeAperio = (text: string): boolean => /^\s*(?:<\?[^>]*>\s*)?<Annotations[\s/>]/.test(text);

/**
 * Areas and ellipses; a region with `NegativeROA` is a hole of the first one of its layer that it lies in. Arrows, rulers, and regions of too
 * few vertices are skipped.
 * @throws SegmenterError `bad-import` where the text is not XML, or a vertex has no position
 */
export const readAperio = (text: string): Imported => {
  const keep = idKeeper();
  const left: Told[] = [];
  const contours = layersOf(text).flatMap(({ attributes, regions }) => {
    const classification = classOf(attributes);
    return objectsOf(regions, left).map((geometry) =>
      feature(
        keep(undefined, JSON.stringify([classification, geometry])),
        geometry,
        classification && { classification },
      ),
    );
  });
  return { contours, ...leftOut(left) };
};

const layersOf = (text: string): readonly Layer[] => {
  const layers: Layer[] = [];
  let region: Region | undefined;
  try {
    readXml(text, {
      open: (name, attributes) => {
        const layer = layers.at(-1);
        if (name === 'Annotation') layers.push({ attributes, regions: [] });
        else if (name === 'Region' && layer) {
          region = {
            where: because('at-region')`layer ${layers.length}, region ${layer.regions.length + 1}`,
            attributes,
            vertices: [],
          };
          layer.regions.push(region);
        } else if (name === 'Vertex' || name === 'V') region?.vertices.push(vertexOf(attributes, region.where));
        return true;
      },
      close: (name) => {
        if (name === 'Region') region = undefined;
      },
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badImport(because('no-xml')`it is not well-formed XML: ${quoted(error.message)}`);
  }
  return layers;
};

const vertexOf = ({ X, Y }: Attributes, where: Reason): Position => {
  const [x, y] = [numberOf(X), numberOf(Y)];
  if (x === undefined || y === undefined)
    throw badImport(
      because('vertex-numbers')`${where} has a vertex at X ${show(X)}, Y ${show(Y)}; two finite numbers are wanted`,
    );
  return [x, y];
};

const numberOf = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
};

/** A colour is blue · 65 536 + green · 256 + red. */
const classOf = ({ Name, LineColor }: Attributes): Classification | undefined => {
  const name = Name?.trim() ?? '';
  if (name === '') return undefined;
  const colour = numberOf(LineColor);
  if (colour === undefined || !Number.isInteger(colour) || colour < 0 || colour > 0xffffff)
    return { name, color: colourOf(name) };
  return checkClass({ name, color: [colour & 255, (colour >> 8) & 255, colour >> 16] });
};

type Polygon = Extract<Geometry, { readonly type: 'Polygon' }>;

/** The objects of one layer, with their holes. Regions that give no object are added to `left`. */
const objectsOf = (regions: readonly Region[], left: Told[]): readonly Geometry[] => {
  const areas: { readonly outer: Polygon; readonly bounds: Box; readonly rings: Position[][] }[] = [];
  const holes: { readonly where: Reason; readonly ring: Position[] }[] = [];
  for (const { where, attributes, vertices } of regions) {
    const { Type = '0', NegativeROA } = attributes;
    const ring = ringOf(Type, vertices);
    if (!ring) left.push(because('left-vertices')`${where}: type ${Type}, vertices: ${vertices.length}`);
    else if (NegativeROA === '1') holes.push({ where, ring });
    else {
      const outer: Polygon = { type: 'Polygon', coordinates: [ring] };
      areas.push({ outer, bounds: boundsOf(outer), rings: [ring] });
    }
  }
  for (const { where, ring } of holes) {
    const [[x, y] = [0, 0]] = ring;
    const around = areas.find(
      ({ outer, bounds: { x0, y0, x1, y1 } }) => x >= x0 && x <= x1 && y >= y0 && y <= y1 && contains(outer, { x, y }),
    );
    if (around) around.rings.push(ring);
    else left.push(because('left-hole')`${where}: a hole outside of all regions`);
  }
  return areas.flatMap(({ rings }) => solid([rings]) ?? []);
};

/** The closed ring of a region that encloses an area; an ellipse has two corners of the box round it. */
const ringOf = (type: string, vertices: readonly Position[]): Position[] | undefined => {
  if (type === ELLIPSE && vertices.length >= 2) {
    const { x0, y0, x1, y1 } = boundsOf({ type: 'LineString', coordinates: vertices });
    // Halved before they are added, because the sum may overflow.
    const [rx, ry] = [x1 / 2 - x0 / 2, y1 / 2 - y0 / 2];
    return rx > 0 && ry > 0 ? closeRing(ellipse(x0 + rx, y0 + ry, rx, ry)) : undefined;
  }
  const ring = RINGS.has(type) ? closeRing(vertices) : [];
  return ring.length >= 4 ? ring : undefined;
};
