/** The tag in React's JSX, from version 19: `import type {} from 'snake-segmenter/react.js'`. */
import type { HTMLAttributes as ReactAttributes, DetailedHTMLProps as ReactDetailed } from 'react';
import type { SnakeSegmenter } from '../element/snake-segmenter.js';
import type { SegmenterListeners, SegmenterProps } from './props.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'snake-segmenter': ReactDetailed<ReactAttributes<SnakeSegmenter>, SnakeSegmenter> &
        SegmenterProps &
        SegmenterListeners<'on'>;
    }
  }
}
