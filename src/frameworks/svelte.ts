/** The tag in Svelte's templates, from version 5: `import type {} from 'snake-segmenter/svelte.js'`. */
import type { HTMLAttributes as Attributes } from 'svelte/elements';
import type { SnakeSegmenter } from '../element/snake-segmenter.js';
import type { SegmenterListeners, SegmenterProps } from './props.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'snake-segmenter': Omit<Attributes<SnakeSegmenter>, keyof SegmenterProps> &
      SegmenterProps &
      SegmenterListeners<'on' | 'on:'>;
  }
}
