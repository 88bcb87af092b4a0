/** Actions on whole objects, several at once; in a volume, on their contours on all slices. */
import type { Classification } from '../../../contours/formats/features.js';
import { objectOf } from '../../../contours/on-slice.js';
import { badParameter } from '../../../core/errors.js';
import { remembered } from '../../../core/remembered.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { besideKnown, toldApart } from '../../contours/class-colours.js';
import {
  allClasses,
  type ClassState,
  classNamed,
  givenClass,
  reclassified,
  soundClasses,
  withClass,
  withClassChange,
  withClassification,
} from '../../contours/classes.js';
import { ClassesEvent, type Collection } from '../../contours/collection.js';
import { removedKey } from '../../contours/found.js';
import { type AnnotatedObject, className, contourOn, countObjects, objectsIn } from '../../contours/objects.js';
import type { Visibility } from '../../contours/visibility.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Stage } from '../../viewer/stage.js';
import type { Voice } from '../voice.js';

/** Names, classes, hides, locks, merges and deletes objects. */
export class ObjectActions {
  readonly #classes = remembered(allClasses);
  readonly #declared = remembered(soundClasses);
  /** The class of new contours that was set last and is one. */
  #sound: Classification | undefined;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly visibility: Visibility,
  ) {
    collection.addEventListener('classes', (event) => {
      if (event instanceof ClassesEvent) this.#show(withClassChange(this.state, event.change));
    });
  }

  get all(): readonly AnnotatedObject[] {
    return objectsIn(this.collection.contours);
  }

  /** Those of which a contour is selected. */
  get selected(): readonly AnnotatedObject[] {
    const { selection } = this.collection;
    if (selection.length === 0) return [];
    const ids = new Set(selection.map(objectOf));
    return this.all.filter(({ id }) => ids.has(id));
  }

  /** Contours of the selected objects, on all slices. */
  get contours(): readonly ContourFeature[] {
    return contoursOf(this.selected);
  }

  get classes(): readonly Classification[] {
    return this.#classes(this.#declared(this.element.classes), this.collection.contours);
  }

  /** To be called when the element's classes have changed: invalid classes are reported, and left out. */
  checkClasses(): void {
    const given = this.element.classes;
    const sound = this.#declared(given);
    if (sound === given) return;
    this.element.classes = sound;
    this.voice.fail(
      badParameter('classes', given, 'it must be a list of classes, each {name, color: [red, green, blue]}'),
    );
  }

  /** To be called when the element's class has changed: an invalid class is reported, and the previous one stays. */
  checkClass(): void {
    const { element } = this;
    try {
      this.#sound = givenClass(element.classification);
    } catch (error) {
      this.voice.fail(error);
    }
    if (element.classification !== this.#sound) element.classification = this.#sound;
  }

  select(objects: readonly AnnotatedObject[]): void {
    const { slice } = this.stage;
    this.collection.selectMany(objects.map((object) => contourOn(object, slice).id));
    if (objects.length > 0) this.saySelected();
  }

  /** Another slice of a volume is shown: the same objects stay selected, each by its contour there, else by the nearest. */
  follow(slice: number): void {
    const { collection } = this;
    const { selected, selection } = collection;
    if (!selected) return;
    const last = objectOf(selected);
    const order = this.selected.toSorted((a, b) => Number(a.id === last) - Number(b.id === last));
    const ids = order.map((object) => contourOn(object, slice).id);
    if (ids.length < selection.length || ids.some((id) => !collection.isSelected(id))) collection.selectMany(ids);
  }

  /** Selects the object after or before the one selected last, of those that are shown; the list wraps round. In a volume, its contour nearest to the slice shown. */
  selectNext(by: 1 | -1): AnnotatedObject | undefined {
    const { all } = this;
    const { selected } = this.collection;
    const id = selected && objectOf(selected);
    const count = all.length;
    const from = id === undefined ? (by > 0 ? -1 : 0) : all.findIndex((object) => object.id === id);
    const order = all.map((_, k) => all[(from + by * (k + 1) + (k + 2) * count) % count]!);
    const next = order.find(({ contours: [first] }) => !this.visibility.isHidden(first));
    if (next) this.select([next]);
    return next;
  }

  /** Says which object is selected now, to screen readers too. */
  saySelected(): void {
    const { selected } = this;
    const [only] = selected;
    if (selected.length > 1) this.voice.say('selectedMany', { count: selected.length });
    else if (only) this.voice.say('selectedOne', { number: only.number, count: this.all.length });
    else this.voice.say('deselected');
  }

  selectContours(contours: readonly ContourFeature[]): void {
    this.collection.selectMany(contours.map(({ id }) => id));
    this.voice.say('selectedMany', { count: contours.length });
  }

  /** Adds a contour to the selection, or takes it out, and says what is selected then. */
  toggle({ id }: ContourFeature): void {
    const ids = this.collection.selection.map((contour) => contour.id);
    this.collection.selectMany(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
    this.saySelected();
  }

  /** Says so, and is true, where one of them is locked. */
  refuses(contours: readonly (ContourFeature | undefined)[]): boolean {
    const locked = contours.some((contour) => contour?.properties.isLocked === true);
    if (locked) this.voice.say('locked');
    return locked;
  }

  /** Removes the selected objects, but those that are locked; false where none is left to remove. */
  remove(): boolean {
    const contours = contoursOf(this.selected);
    const free = contours.filter(({ properties }) => properties.isLocked !== true);
    const gone = this.collection.remove(
      free.map(({ id }) => id),
      'remove',
    );
    if (free.length < contours.length) this.voice.say('locked');
    else if (gone) this.voice.say(removedKey(free), { count: countObjects(free) }, 'snake.undo');
    return gone;
  }

  /** Gives the selected objects a class; objects made from now on have it too. */
  classify(classification: Classification | undefined): void {
    this.element.classification = classification;
    if (classification) this.#declare(classification);
    const contours = contoursOf(this.selected);
    if (contours.length > 0) {
      if (this.refuses(contours)) return;
      this.collection.put(
        contours.map((contour) => withClassification(contour, classification)),
        'class',
      );
    }
    if (classification) this.voice.say('classSet', { name: classification.name });
    else this.voice.say('classNone');
  }

  /** Gives the selected objects a class; takes it from them where it is theirs and that of new objects already. */
  toggleClass(entry: Classification): void {
    const its = this.element.classification?.name === entry.name;
    const theirs = this.selected.every((object) => className(object) === entry.name);
    this.classify(its && theirs ? undefined : entry);
  }

  /** A class of this name, new where there is none; it is that of objects made from now on, and of those selected that have none. */
  addClass(name: string): void {
    const trimmed = name.trim();
    if (trimmed === '') return;
    const entry = classNamed(this.classes, trimmed);
    if (this.selected.every((object) => className(object) === '')) {
      this.classify(entry);
      return;
    }
    this.#declare(entry);
    this.element.classification = entry;
    this.voice.say('classOfNew', { name: trimmed });
  }

  /** Another name or colour of a class, for all of its objects; a name that another class has joins the two. */
  changeClass(old: Classification, next: Classification): void {
    const { element, collection } = this;
    const name = next.name.trim();
    if (name === '' || (name === old.name && String(next.color) === String(old.color))) return;
    const other = this.classes.find((entry) => entry.name === name && entry.name !== old.name);
    const joined = other ?? { ...next, name };
    const declared = this.classes;
    const list = other ? declared.filter((entry) => entry.name !== old.name) : withClass(declared, old.name, joined);
    const current = element.classification?.name === old.name ? joined : element.classification;
    this.#reclassify({ list, current }, reclassified(collection.contours, old.name, joined));
    const joins = { old: old.name, name };
    if (other) this.voice.say('classesJoined', joins, 'snake.undo');
    else this.voice.say('classSet', { name }, 'snake.undo');
  }

  /** Classes of a list come to those that are there, those of the same names with their colours from the list, for all of their objects. */
  takeClasses(given: readonly Classification[]): void {
    const { element, collection } = this;
    const known = this.classes;
    const taken = besideKnown(
      known.filter(({ name }) => !given.some((entry) => entry.name === name)),
      given,
    );
    const ofList = given.map(({ name }) => taken.get(name)!);
    const list = ofList.reduce((classes, entry) => withClass(classes, undefined, entry), known);
    const current = taken.get(element.classification?.name ?? '') ?? element.classification;
    const changed = toldApart(ofList, collection.contours).filter((contour, k) => contour !== collection.contours[k]);
    this.#reclassify({ list, current }, changed);
  }

  /** Takes a class out of the list, and from its objects. */
  removeClass({ name }: Classification): void {
    const { element, collection } = this;
    const list = this.classes.filter((entry) => entry.name !== name);
    const current = element.classification?.name === name ? undefined : element.classification;
    this.#reclassify({ list, current }, reclassified(collection.contours, name, undefined));
    this.voice.say('classRemoved', { name }, 'snake.undo');
  }

  hide(objects: readonly AnnotatedObject[], hidden: boolean): void {
    this.visibility.hide(
      objects.map(({ contours: [first] }) => first),
      hidden,
    );
    this.voice.say(hidden ? 'hiddenNow' : 'shownNow', { count: objects.length }, hidden ? 'snake.showAll' : undefined);
  }

  lock(objects: readonly AnnotatedObject[], locked: boolean): void {
    this.#change(objects, ({ isLocked: _old, ...rest }) => ({ ...rest, ...(locked ? { isLocked: true } : {}) }));
    this.voice.say(locked ? 'lockedNow' : 'unlockedNow', { count: objects.length });
  }

  rename(object: AnnotatedObject, name: string): void {
    const trimmed = name.trim();
    this.#change([object], ({ name: _old, ...rest }) => ({ ...rest, ...(trimmed === '' ? {} : { name: trimmed }) }));
  }

  note(object: AnnotatedObject, text: string): void {
    this.#change([object], (properties) => {
      const { note: _old, ...metadata } = properties.metadata;
      return { ...properties, metadata: { ...metadata, ...(text.trim() === '' ? {} : { note: text }) } };
    });
  }

  /** The declared classes, and the class of new objects. */
  get state(): ClassState {
    const { classes, classification } = this.element;
    return { list: this.#declared(classes), current: classification };
  }

  #show({ list, current }: ClassState): void {
    Object.assign(this.element, { classes: list, classification: current });
  }

  /** Changes the classes, and contours with them, in one step. */
  #reclassify(after: ClassState, changed: readonly ContourFeature[]): void {
    const before = this.state;
    this.#show(after);
    this.collection.reclassify(changed, { before, after });
  }

  #declare(entry: Classification): void {
    if (!this.#declared(this.element.classes).some(({ name }) => name === entry.name)) {
      this.element.classes = withClass(this.classes, undefined, entry);
    }
  }

  #change(
    objects: readonly AnnotatedObject[],
    change: (properties: ContourFeature['properties']) => ContourFeature['properties'],
  ): void {
    // As they are now: the objects may be those of a view drawn before.
    const current = contoursOf(objects).flatMap(({ id }) => this.collection.get(id) ?? []);
    const changed = current.map((contour) => ({ ...contour, properties: change(contour.properties) }));
    if (changed.length > 0) this.collection.put(changed, 'property');
  }
}

const contoursOf = (objects: readonly AnnotatedObject[]): readonly ContourFeature[] =>
  objects.flatMap(({ contours }) => contours);
