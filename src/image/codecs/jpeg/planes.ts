/** Turns the coefficients of a JPEG's components into samples at full size, row by row. */
import { because, Damage } from '../../../core/reasons.js';
import type { JpegHeader } from './header.js';
import { inverseDct } from './idct.js';
import type { Component } from './scan.js';
import { type ComponentRows, Upsampler } from './upsample.js';

/** One component on its way: its coefficients become rows of samples, of which the last are held. */
interface Part {
  readonly component: Component;
  readonly plane: ComponentRows;
  readonly upsampler: Upsampler;
}

const BLOCK = 8;

/** Largest sampling factors of a picture's components. */
export const mostOf = (components: JpegHeader['components']): { readonly h: number; readonly v: number } => ({
  h: Math.max(...components.map(({ h }) => h)),
  v: Math.max(...components.map(({ v }) => v)),
});

/** Writes the samples of all components side by side as soon as the rows that they need are there. */
export class PlaneWriter {
  readonly out: Uint8Array<ArrayBuffer>;
  readonly #parts: readonly Part[];
  #written = 0;

  /** `rows`: rows of blocks that come at a time; of a component with sampling factor v, v times as many. */
  constructor(
    private readonly header: JpegHeader,
    components: readonly Component[],
    private readonly rows: 1 | 'units',
  ) {
    const { width, height } = header;
    const most = mostOf(header.components);
    this.out = new Uint8Array(width * height * components.length);
    this.#parts = components.map((component) => {
      const stride = component.across * BLOCK;
      const held = 2 * BLOCK * (rows === 1 ? 1 : component.v);
      const plane = {
        data: new Uint8ClampedArray(held * stride),
        held,
        stride,
        width: Math.ceil((width * component.h) / most.h),
        height: Math.ceil((height * component.v) / most.v),
      };
      return { component, plane, upsampler: new Upsampler(plane, most.h / component.h, most.v / component.v, width) };
    });
  }

  /**
   * Takes row `row` of the minimum coded units (or of blocks), which starts at block row `from(component)` of its coefficients.
   * @throws RangeError where a quantisation table is missing
   */
  take(row: number, from: (component: Component) => number, tables: readonly (Uint16Array | undefined)[]): void {
    const most = this.rows === 1 ? 1 : mostOf(this.header.components).v;
    for (const part of this.#parts) {
      const { component } = part;
      const count = this.rows === 1 ? 1 : component.v;
      const table = tables[component.quantisation];
      if (table === undefined) throw new Damage(because('jpeg-no-quantisation')`a quantisation table is missing`);
      for (let k = 0; k < count; k++)
        if (row * count + k < component.down) transform(part, from(component) + k, row * count + k, table);
    }
    const { height } = this.header;
    const end = (row + 1) * BLOCK * most;
    // The last rows wait for the ones below them, which the triangle filter looks at.
    this.#write(end >= height ? height : end - most);
  }

  #write(until: number): void {
    const bands = this.#parts.length;
    for (; this.#written < until; this.#written++)
      this.#parts.forEach(({ upsampler }, band) => {
        upsampler.row(this.#written, this.out, band, bands);
      });
  }
}

/** One row of blocks to eight rows of samples. */
const transform = ({ component, plane }: Part, from: number, row: number, table: Uint16Array): void => {
  const { across, stride, coefficients } = component;
  const to = ((row * BLOCK) % plane.held) * plane.stride;
  for (let column = 0; column < across; column++)
    inverseDct(coefficients, (from * stride + column) * 64, table, plane.data, to + column * BLOCK, plane.stride);
};
