/** The tag in Vue's templates: `import type {} from 'snake-segmenter/vue.js'`. */
import type { HTMLAttributes } from 'vue';
import type { SnakeSegmenter } from '../element/snake-segmenter.js';
import type { CamelListeners, SegmenterProps } from './props.js';

/** A component as templates check it. */
type Tag = new () => SnakeSegmenter & {
  readonly $props: Omit<HTMLAttributes, keyof SegmenterProps> & SegmenterProps & CamelListeners;
};

declare module 'vue' {
  interface GlobalComponents {
    'snake-segmenter': Tag;
    SnakeSegmenter: Tag;
  }
}
