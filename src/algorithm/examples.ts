/** Examples of what to find: contours that are such objects, and contours that are none; or what was learnt from some. */
import type { Position } from '../core/geometry/ring.js';

/** A class of examples. */
export interface ExampleClass {
  /** Empty where the examples have no class. */
  readonly name: string;
  readonly color?: readonly [number, number, number];
}

/** An example: the outline of an object. */
export interface Example {
  /** Closed rings in full-resolution pixels, the outer one first. */
  readonly rings: readonly (readonly Position[])[];
}

/** Examples and counter-examples on an image. */
export interface Examples {
  readonly classes: readonly ExampleClass[];
  /** Each of one of the classes. */
  readonly like: readonly (Example & { readonly label: number })[];
  readonly unlike: readonly Example[];
}

/** Likeness that a task asks for: examples, or a model to be checked by the algorithm that made it. */
export type Likeness = { readonly examples: Examples } | { readonly model: unknown };
