/** Shapes drawn by hand and kept as they are: as new objects, added to the selected one, or taken from it. */
import { type Area, areaIn, boxed, common, geometryOfArea, united, without } from '../../../algorithm/shapes/clip.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { lyingOn } from '../../../contours/laid-on.js';
import { objectOf, sliceOf, withOutline } from '../../../contours/on-slice.js';
import { uuid } from '../../../core/uuid.js';
import { measure } from '../../../worker/feature.js';
import type { ContourFeature, ImageInfo } from '../../../worker/protocol.js';
import { measured, withVolume } from '../../contours/edited.js';
import { removedKey } from '../../contours/found.js';
import type { Workbench } from '../workbench.js';
import type { DrawnAs } from './drawn-as.js';
import { isHidden, isUnseen } from './unseen.js';

/** Keeps drawn shapes as objects, or changes the selected object by them. */
export class Shapes {
  constructor(private readonly bench: Workbench) {}

  /** Keeps what of an area lies in the image. Where none is selected, it is a new object, unless it is to be taken away. */
  keep(drawn: Area, how: DrawnAs): void {
    const area = seenOf(drawn, this.bench.stage.image);
    if (area.length === 0) {
      this.bench.voice.say(drawn.length > 0 ? 'beyondImage' : 'noneDrawn');
      return;
    }
    const selected = this.bench.selectedHere;
    const elsewhere = selected ? undefined : this.bench.collection.selected;
    if (how !== 'new' && isHidden(this.bench)) return;
    if (how === 'added' && elsewhere) this.#goOn(elsewhere, area);
    else if (how === 'new' || (how === 'added' && !selected)) this.#add(area);
    else if (selected) this.#join(selected, area, how);
    else if (!isUnseen(this.bench)) this.bench.voice.say('selectFirst');
  }

  /**
   * Keeps what a brush painted on an object, by its id, or as a new one where none was selected. What is `added` must touch the object:
   * apart from it, it is a new one; what is `joined` becomes a part of it wherever it lies. An object of a volume that is not on the
   * slice shown goes on there.
   */
  paint(area: Area, how: 'added' | 'joined' | 'taken', id: string | undefined): void {
    const contour = id === undefined ? undefined : this.bench.collection.get(id);
    if (id === undefined || (contour && how === 'added' && liesApart(contour, area))) this.#add(area);
    else if (contour && how !== 'taken' && !this.#isHere(contour)) this.#goOn(contour, area);
    else if (contour) this.#join(contour, area, how === 'taken' ? how : 'added');
    else this.bench.voice.say('objectGone');
  }

  /** Joins the selected objects, in a volume on all slices, into the one selected last. */
  merge(): void {
    const { objects, stage, collection } = this.bench;
    const { selected } = collection;
    const { contours } = objects;
    const { length: count } = objects.selected;
    if (count < 2) this.bench.voice.say('oneToMerge');
    if (!selected || count < 2 || objects.refuses(contours)) return;
    const object = objectOf(selected);
    const merged: ContourFeature[] = [];
    for (const its of onEachSlice(contours, stage.slice)) {
      const own = its.find(({ id }) => id === selected.id) ?? its.find((contour) => objectOf(contour) === object);
      const [first] = its;
      const area = its.reduce<Area>((sum, { geometry }) => united(sum, areaIn(geometry)), []);
      const geometry = geometryOfArea(area);
      if (!geometry) return;
      const { properties } = selected;
      const joined: ContourFeature = own ?? {
        ...selected,
        id: first.id,
        properties: { ...properties, metadata: { ...properties.metadata, object } },
      };
      const whole = withOutline({ ...joined, geometry: first.geometry }, geometry);
      merged.push(measured(whole, stage.image?.placement));
    }
    const kept = new Set(merged.map(({ id }) => id));
    const gone = contours.filter(({ id }) => !kept.has(id));
    collection.exchange(
      gone.map(({ id }) => id),
      withVolume(merged, stage.image),
      'edit',
    );
    collection.select(selected.id);
    this.bench.voice.say('merged', { count }, 'snake.undo');
  }

  #isHere(contour: ContourFeature): boolean {
    const { slice } = this.bench.stage;
    return slice === undefined || sliceOf(contour) === slice;
  }

  #add(area: Area): void {
    const { classification } = this.bench.element;
    this.bench.voice.say(this.#draw(area, classification ? { classification } : {}) ? 'drawn' : 'noneDrawn');
  }

  /** Adds a contour on the slice shown to the object of one on another slice. */
  #goOn(contour: ContourFeature, area: Area): void {
    if (this.bench.objects.refuses([contour])) return;
    const { name, classification, metadata } = contour.properties;
    const its = { ...(name === undefined ? {} : { name }), ...(classification ? { classification } : {}) };
    const { note } = metadata;
    const more = { object: objectOf(contour), ...(note === undefined ? {} : { note }) };
    if (this.#draw(area, its, more)) this.bench.voice.say('goesOn', {}, 'snake.undo');
  }

  /** Keeps an area as a contour on the slice shown, and selects it; false where it is a crumb. */
  #draw(
    area: Area,
    properties: Pick<ContourFeature['properties'], 'name' | 'classification'>,
    metadata: ContourFeature['properties']['metadata'] = {},
  ): boolean {
    const geometry = geometryOfArea(area);
    if (!geometry) return false;
    const { slice, image } = this.bench.stage;
    const contour: ContourFeature = {
      type: 'Feature',
      id: uuid(),
      geometry: lyingOn(geometry, slice),
      properties: {
        objectType: 'annotation',
        ...properties,
        measurements: measure(geometry, image?.placement),
        metadata: { ...metadata, drawn: 'by hand' },
      },
    };
    this.bench.collection.put([contour], 'draw');
    this.bench.collection.select(contour.id);
    return true;
  }

  /** Adds an area to a contour, or takes it away; one of which nothing is left is removed. */
  #join(contour: ContourFeature, area: Area, how: 'added' | 'taken'): void {
    if (this.bench.objects.refuses([contour])) return;
    if (polygonsOf(contour.geometry).length === 0) {
      this.bench.voice.say('noArea');
      return;
    }
    const before = areaIn(contour.geometry);
    const after = how === 'added' ? united(before, area) : without(before, area);
    if (how === 'taken' && !geometryOfArea(common(before, area))) return;
    const geometry = geometryOfArea(after);
    if (geometry) {
      this.bench.collection.put([measured(withOutline(contour, geometry), this.bench.stage.image?.placement)], 'edit');
      this.bench.voice.hush();
    } else if (this.bench.collection.remove([contour.id], 'remove'))
      this.bench.voice.say(removedKey([contour]), {}, 'snake.undo');
  }
}

/** The part of a drawn area that lies in the image: a hand does not stop at its edge. */
export const seenOf = (drawn: Area, image: Pick<ImageInfo, 'width' | 'height'> | undefined): Area =>
  image ? common(drawn, boxed({ x: 0, y: 0, width: image.width, height: image.height })) : drawn;

/** Contours by the slice that they lie on; all together where there are no slices. */
const onEachSlice = (
  contours: readonly ContourFeature[],
  slice: number | undefined,
): readonly (readonly [ContourFeature, ...ContourFeature[]])[] => {
  const groups = new Map<number, [ContourFeature, ...ContourFeature[]]>();
  for (const contour of contours) {
    const key = slice === undefined ? 0 : sliceOf(contour);
    const group = groups.get(key);
    if (group) group.push(contour);
    else groups.set(key, [contour]);
  }
  return [...groups.values()];
};

/** Whether a contour has an area, and shares none of it with another. */
export const liesApart = ({ geometry }: ContourFeature, area: Area): boolean =>
  polygonsOf(geometry).length > 0 && !geometryOfArea(common(areaIn(geometry), area));
