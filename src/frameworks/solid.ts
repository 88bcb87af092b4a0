/** The tag in Solid's JSX: `import type {} from 'snake-segmenter/solid.js'`. Listeners are `on:contour-complete`. */
import type { JSX as Solid } from 'solid-js';
import type { SnakeSegmenter } from '../element/snake-segmenter.js';
import type { SegmenterListeners, SegmenterProps } from './props.js';

type PropertiesBy<Prefix extends string> = {
  readonly [Name in keyof SegmenterProps as `${Prefix}${Name}`]?: SegmenterProps[Name];
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'snake-segmenter': Omit<Solid.HTMLAttributes<SnakeSegmenter>, keyof SegmenterProps> &
        SegmenterProps &
        PropertiesBy<'prop:'> &
        SegmenterListeners<'on:'>;
    }
  }
}
