/** The choice among a viewer's images of the one that contours lie on. */
import type OpenSeadragon from 'openseadragon';
import { SegmenterError, show } from '../../core/errors.js';

/** A tiled image of the viewer's world, or its index in it: 0 the lowest. */
export type ItemChoice = OpenSeadragon.TiledImage | number;

/**
 * The chosen image of the viewer's world; the first where none is chosen. None while the world is empty: its images may
 * be on their way. Throws `bad-parameter` where the choice is no image of a world that has some.
 */
export const itemIn = (
  { world }: OpenSeadragon.Viewer,
  choice: ItemChoice | undefined,
): OpenSeadragon.TiledImage | undefined => {
  const count = world?.getItemCount() ?? 0;
  if (count === 0) return undefined;
  if (choice === undefined) return world.getItemAt(0);
  const index = typeof choice === 'number' ? choice : world.getIndexOfItem(choice);
  if (Number.isInteger(index) && index >= 0 && index < count) return world.getItemAt(index);
  throw new SegmenterError('bad-parameter', {
    name: 'item',
    value: typeof choice === 'object' ? 'a tiled image that is not in the viewer' : show(choice),
    wanted: `it must be one of the viewer's tiled images, or its index: 0${count > 1 ? ` to ${count - 1}` : ''}`,
  });
};
