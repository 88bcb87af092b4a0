/** Examples of what to find: contours of such objects and counter-examples, or a model learnt from them. */
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
  /** Each belongs to one of the classes. */
  readonly like: readonly (Example & { readonly label: number })[];
  readonly unlike: readonly Example[];
}

/** The appearance that a task looks for: examples, or a model, which the algorithm that made it checks. */
export type Likeness = { readonly examples: Examples } | { readonly model: unknown };
