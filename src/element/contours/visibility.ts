/** Objects that are not shown: hidden one by one, with their class, or found with too little probability. */
import { objectOf } from '../../contours/on-slice.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { basesOf } from './classes.js';
import { isProbable } from './found.js';

/** Dispatches `change`. */
export class Visibility extends EventTarget {
  readonly #objects = new Set<string>();
  readonly #classes = new Set<string>();
  #least = 0;
  /** The shown part of a list, kept until something changes. */
  #known: { readonly list: readonly ContourFeature[]; readonly shown: readonly ContourFeature[] } | undefined;

  get any(): boolean {
    return this.#objects.size + this.#classes.size > 0 || this.#least > 0;
  }

  /** The probability from which found objects are shown that nobody accepted; 0 to 1. */
  get least(): number {
    return this.#least;
  }

  set least(least: number) {
    this.#least = least;
    this.#changed();
  }

  /** By the id of the object. */
  hides(id: string): boolean {
    return this.#objects.has(id);
  }

  /** `''` stands for objects without a class. */
  hidesClass(name: string): boolean {
    return this.#classes.has(name);
  }

  /** Tells whether a class that is hidden is this one, or one that it derives from. */
  #hidesWith(name: string): boolean {
    if (this.#classes.size === 0) return false;
    return this.#classes.has(name) || basesOf(name).some((base) => this.#classes.has(base));
  }

  hide(ids: readonly string[], hidden: boolean): void {
    for (const id of ids) {
      if (hidden) this.#objects.add(id);
      else this.#objects.delete(id);
    }
    this.#changed();
  }

  hideClass(name: string, hidden: boolean): void {
    if (hidden) this.#classes.add(name);
    else this.#classes.delete(name);
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
    this.#least = 0;
    this.#changed();
  }

  isHidden(contour: ContourFeature): boolean {
    return (
      this.#objects.has(objectOf(contour)) ||
      this.#hidesWith(contour.properties.classification?.name ?? '') ||
      !isProbable(contour, this.#least)
    );
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
