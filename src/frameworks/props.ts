/** Properties and events of the tag in templates, from the element's own type: all frameworks' types follow it. */
import type { LitElement } from 'lit';
import type { MayBeMissing } from '../element/may-be-missing.js';
import type { GivenCollection, SegmenterEventMap, SnakeSegmenter } from '../element/snake-segmenter.js';
import type { ItemChoice } from '../element/viewer/tiled-image.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The names of properties that are no functions and can be set. */
type Settable<T> = {
  [Name in keyof T]-?: T[Name] extends (...args: never[]) => unknown
    ? never
    : Same<{ [N in Name]: T[N] }, { -readonly [N in Name]: T[N] }> extends true
      ? Name
      : never;
}[keyof T];

/** The component's own properties, all optional. */
export type SegmenterProps = MayBeMissing<
  Pick<SnakeSegmenter, Exclude<Settable<Omit<SnakeSegmenter, keyof LitElement>>, 'contours' | 'item' | 'tool'>>
> & {
  readonly contours?: GivenCollection | null | undefined;
  readonly item?: ItemChoice;
  readonly tool?: string;
};

/** Listeners, by the event's name after a prefix such as `on`. */
export type SegmenterListeners<Prefix extends string> = {
  readonly [Name in keyof SegmenterEventMap as `${Prefix}${Name}`]?: (event: SegmenterEventMap[Name]) => void;
};

/** Listeners as Vue's templates name them: `contour-complete` is `onContourComplete`. */
export type CamelListeners = {
  readonly [Name in keyof SegmenterEventMap as `on${Camel<Name>}`]?: (event: SegmenterEventMap[Name]) => void;
};

type Camel<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Capitalize<Head>}${Camel<Rest>}`
  : Capitalize<Name>;
