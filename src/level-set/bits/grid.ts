/** The cells of an image (depth 1) or of a volume: cell (x, y, z) has index (z·height + y)·width + x. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** 1 for an image: cells then have 4 neighbours, else 6. */
  readonly depth: number;
}

/** The number of cells of a grid. */
export const cellsOf = ({ width, height, depth }: Grid): number => width * height * depth;

/** Whether a grid has more than one slice. */
export const isVolume = (grid: Grid): boolean => grid.depth > 1;

/** Samples of one band, one a cell. */
export type PlaneSamples = Uint8Array | Uint16Array;

/** Integer samples on a grid, one plane for each band, all of the same width. */
export interface Field {
  readonly grid: Grid;
  readonly planes: readonly PlaneSamples[];
  /**
   * Of a field whose last plane is no data: the speed of each of its values, which stays what it is. The plane holds what is known
   * before the samples are looked at.
   */
  readonly held?: Int32Array;
  /** 1 where a cell has no data: the cell is then outside the domain, like everything beyond the border. */
  readonly missing?: Uint8Array;
}

/** Number of planes that are data. */
export const dataPlanes = ({ planes, held }: Pick<Field, 'planes' | 'held'>): number => planes.length - (held ? 1 : 0);

/** Possible values of a sample. */
export const valuesOf = (field: Field): 256 | 65536 => (field.planes[0] instanceof Uint8Array ? 256 : 65536);
