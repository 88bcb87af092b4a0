/** Objects that are not shown: hidden one by one, with their class, or found with too little probability. */
import { objectOf } from '../../contours/on-slice.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { basesOf, classNameOf } from './classes.js';
import { isProbable } from './found.js';

/** Dispatches `change`. */
export class Visibility extends EventTarget {
  readonly #objects = new Set<string>();
  readonly #classes = new Set<string>();
  /** Objects that are shown though their class is hidden or their probability too little, with the names of their classes. */
  readonly #shown = new Map<string, string>();
  #least = 0;
  /** The shown part of a list, kept until something changes. */
  #known: { readonly list: readonly ContourFeature[]; readonly shown: readonly ContourFeature[] } | undefined;

  get any(): boolean {
    return this.#objects.size + this.#classes.size > 0 || this.#least > 0;
  }

  /** Minimum probability of found objects that are shown without being accepted; 0 to 1. */
  get least(): number {
    return this.#least;
  }

  set least(least: number) {
    this.#least = least;
    this.#changed();
  }

  /** `''` means objects without a class. */
  hidesClass(name: string): boolean {
    return this.#classes.has(name);
  }

  /** Tells whether a class that is hidden is this one, or one that it derives from. */
  #hidesWith(name: string): boolean {
    if (this.#classes.size === 0) return false;
    return this.#classes.has(name) || basesOf(name).some((base) => this.#classes.has(base));
  }

  /** Hides the objects of contours, or shows them even if something else hides them. */
  hide(contours: readonly ContourFeature[], hidden: boolean): void {
    for (const contour of contours) {
      const id = objectOf(contour);
      if (hidden) {
        this.#objects.add(id);
        this.#shown.delete(id);
      } else {
        this.#objects.delete(id);
        if (this.isHidden(contour)) this.#shown.set(id, classNameOf(contour));
      }
    }
    this.#changed();
  }

  hideClass(name: string, hidden: boolean): void {
    if (hidden) {
      this.#classes.add(name);
      for (const [id, its] of this.#shown) if (its === name || basesOf(its).includes(name)) this.#shown.delete(id);
    } else this.#classes.delete(name);
    this.#changed();
  }

  /** Classes, and those that they derive from, are hidden no longer. */
  showClasses(names: ReadonlySet<string>): void {
    if (this.#classes.size === 0) return;
    for (const name of names) for (const its of [name, ...basesOf(name)]) this.#classes.delete(its);
    this.#changed();
  }

  showAll(): void {
    this.#objects.clear();
    this.#classes.clear();
    this.#shown.clear();
    this.#least = 0;
    this.#changed();
  }

  isHidden(contour: ContourFeature): boolean {
    const id = objectOf(contour);
    if (this.#objects.has(id)) return true;
    return (this.#hidesWith(classNameOf(contour)) || !isProbable(contour, this.#least)) && !this.#shown.has(id);
  }

  /** Those of a list that are shown; the same list again while nothing changes. */
  among(list: readonly ContourFeature[]): readonly ContourFeature[] {
    if (!this.any) return list;
    if (this.#known?.list !== list) {
      this.#known = { list, shown: list.filter((contour) => !this.isHidden(contour)) };
    }
    return this.#known.shown;
  }

  #changed(): void {
    this.#known = undefined;
    this.dispatchEvent(new Event('change'));
  }
}
