/** The tag in Preact's JSX: `import type {} from 'snake-segmenter/preact.js'`. */
import type { HTMLAttributes } from 'preact';
import type { SnakeSegmenter } from '../element/snake-segmenter.js';
import type { SegmenterListeners, SegmenterProps } from './props.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'snake-segmenter': Omit<HTMLAttributes<SnakeSegmenter>, keyof SegmenterProps> &
        SegmenterProps &
        SegmenterListeners<'on'>;
    }
  }
}
