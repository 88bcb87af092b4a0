/** Moves of the view to coordinates. */
import { centreOn } from '../viewer/view-moves.js';
import type { Workbench } from './workbench.js';

/** Two numbers, as people write a place. */
const PLACE = /^[\s([]*(?:x\s*[:=]?)?\s*(-?\d+(?:\.\d+)?)[\s,;]+(?:y\s*[:=]?)?\s*(-?\d+(?:\.\d+)?)[\s)\]]*$/i;

/** Moves the view to coordinates, two numbers in full-resolution pixels; says what is wanted, and is false, where the text is none that lie on the image. */
export const goTo = ({ stage, voice }: Pick<Workbench, 'stage' | 'voice'>, text: string): boolean => {
  const { hold, image } = stage;
  if (!hold?.item || !image) return false;
  const [, x, y] = PLACE.exec(text)?.map(Number) ?? [];
  const { width, height } = image;
  const there = x !== undefined && y !== undefined && x >= 0 && y >= 0 && x <= width && y <= height;
  if (there) centreOn(hold, x, y);
  voice.say(there ? 'wentTo' : 'noPlace', there ? { x, y } : { width, height });
  return there;
};
