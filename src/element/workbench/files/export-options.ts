/** Options of an export beside its format. */
import { badParameter } from '../../../core/errors.js';
import { optionsOf } from '../../../core/given.js';

/** Options that a page may give. */
export interface ExportOptions {
  /** What annotations of W3C lie on: an IIIF canvas, the page's own address. The image's name when not given. */
  readonly source?: string;
  /** Pixels that outlines may leave their place to have fewer vertices: a staircase along pixels becomes a line. Lines stay. */
  readonly simplify?: number;
}

/** Options as they were given. Throws `bad-parameter`. */
export const checkedOptions = (given: ExportOptions | undefined): ExportOptions => {
  const { source, simplify }: Partial<Record<keyof ExportOptions, unknown>> = optionsOf(given, 'source', 'simplify');
  if (source !== undefined && (typeof source !== 'string' || source === ''))
    throw badParameter('source', source, 'it must be the address of what annotations lie on');
  if (simplify !== undefined && !(typeof simplify === 'number' && simplify > 0 && simplify <= COARSEST))
    throw badParameter('simplify', simplify, `it must be a number of pixels above 0, and at most ${COARSEST}`);
  return { ...(source === undefined ? {} : { source }), ...(simplify === undefined ? {} : { simplify }) };
};

/** Most pixels by which outlines are simplified. */
const COARSEST = 1000;
