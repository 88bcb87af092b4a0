/** Resolves `auto` for the speed and the box's prior, as for the snake (ALGORITHMS D.9). */
import { correlationOver, growthOf, LEAST_CORRELATION, LEAST_GROWTH } from '../algorithm/evidence/whiteness.js';
import { rowsOf } from '../image/channels/channels.js';
import type { Field } from './bits/grid.js';
import { dataPlanes } from './bits/grid.js';
import type { LevelSetParameters } from './schema.js';
import { inNats, type Speed } from './speed/speed.js';

/** Parameters without `auto`. */
export interface Weighed {
  readonly speed: Speed['kind'];
  readonly boxPrior: number;
}

/** The box's prior where neighbours are correlated, in nats a pixel; the same as for the snake. */
const CORRELATED_PRIOR = 0.8;

type Open = Pick<LevelSetParameters, 'speed' | 'boxPrior'>;

/** Whether a parameter that the run depends on is `auto`. The prior has no meaning without a box, or with a speed that is not in nats. */
export const isOpen = ({ speed, boxPrior }: Open, boxed: boolean): boolean =>
  speed === 'auto' || (boxPrior === 'auto' && boxed && inNats(speed));

/** Replaces `auto`; parameters that were set stay unchanged. */
export const weighedAs = (independent: boolean, { speed, boxPrior }: Open): Weighed => ({
  speed: speed === 'auto' ? (independent ? 'gaussian' : 'common') : speed,
  boxPrior: boxPrior === 'auto' ? (independent ? 0 : CORRELATED_PRIOR) : boxPrior,
});

/** Whether samples seem independent, judged before there is a region. A volume's slices are treated as one image, one below the other. */
export const supposesIndependent = async (field: Field): Promise<boolean> =>
  (await growthOf(rows(field))) < LEAST_GROWTH;

/** Correlation of neighbours in the regions of a mask, and whether samples are independent by it. */
export const correlationBy = async (
  field: Field,
  mask: Uint8Array,
): Promise<{ readonly correlation: number; readonly independent: boolean }> => {
  const { width } = field.grid;
  const correlation = await correlationOver(rows(field), (first, count) =>
    mask.subarray(first * width, (first + count) * width),
  );
  return { correlation, independent: correlation < LEAST_CORRELATION };
};

const rows = (field: Field) => {
  const { grid, planes, missing } = field;
  return rowsOf({
    width: grid.width,
    height: grid.height * grid.depth,
    kind: 'intensity',
    bits: planes[0] instanceof Uint8Array ? 8 : 16,
    planes: planes.slice(0, dataPlanes(field)),
    ...(missing === undefined ? {} : { missing }),
    record: {},
  });
};
