/** Pinned vertices of a contour: those that the user moved; a run that continues from the contour does not move them. */
import { pathsOf } from '../../contours/geometry.js';
import type { Position } from '../../core/geometry/ring.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { VertexAddress } from '../overlay/drawing.js';

/** A vertex by its place. */
export const placeKey = ([x, y]: readonly number[]): string => `${x} ${y}`;

/** Positions of the contour's pinned vertices; positions from a file that are not vertices of the contour are ignored. */
export const pinnedOf = ({
  geometry,
  properties,
}: Pick<ContourFeature, 'geometry' | 'properties'>): readonly Position[] => {
  const given: unknown = properties.pinned;
  if (!Array.isArray(given) || given.length === 0) return [];
  const { closed, paths } = pathsOf(geometry);
  if (!closed) return [];
  const places = given.flatMap((place: unknown): readonly Position[] => {
    if (!Array.isArray(place)) return [];
    const [x, y]: unknown[] = place;
    return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [];
  });
  // By numbers: a contour may have very many vertices, and few are pinned.
  const wanted = new Map<number, Set<number>>();
  for (const [x, y] of places) wanted.set(x, (wanted.get(x) ?? new Set()).add(y));
  const there = new Set<string>();
  for (const path of paths)
    for (const place of path) if (wanted.get(place[0])?.has(place[1])) there.add(placeKey(place));
  return places.filter((place) => there.has(placeKey(place)));
};

/** The contour with these vertices pinned and no others. */
export const withPinned = (contour: ContourFeature, places: readonly Position[]): ContourFeature => {
  const { pinned: _before, ...properties } = contour.properties;
  const its = [...new Map(places.map((place) => [placeKey(place), place])).values()];
  return { ...contour, properties: { ...properties, ...(its.length > 0 ? { pinned: its } : {}) } };
};

/** An edited contour in which the vertices that moved are pinned, and those that went are forgotten. @param moved their new places */
export const repinned = (edited: ContourFeature, moved: readonly Position[]): ContourFeature => {
  if (!pathsOf(edited.geometry).closed) return edited;
  if (moved.length === 0 && edited.properties.pinned === undefined) return edited;
  return withPinned(edited, [...pinnedOf(edited), ...moved]);
};

/** Places of some of a contour's vertices. */
export const placesOf = (contour: ContourFeature, vertices: readonly VertexAddress[]): readonly Position[] => {
  const { paths } = pathsOf(contour.geometry);
  return vertices.flatMap(({ path, vertex }) => {
    const place = paths[path]?.[vertex];
    return place ? [place] : [];
  });
};

/** The contour's pinned vertices that a start has too, which may be one of its polygons: as the option of a run. */
export const pinnedOn = (start: unknown, contour: ContourFeature): { readonly pinned?: readonly Position[] } => {
  const all = pinnedOf(contour);
  if (all.length === 0 || !isPolygon(start)) return {};
  const [outer = []] = start.coordinates;
  const vertices = new Set(outer.map(placeKey));
  const pinned = all.filter((place) => vertices.has(placeKey(place)));
  return pinned.length > 0 ? { pinned } : {};
};

const isPolygon = (start: unknown): start is { readonly coordinates: readonly (readonly Position[])[] } =>
  typeof start === 'object' && start !== null && 'type' in start && start.type === 'Polygon';
