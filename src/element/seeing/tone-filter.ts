/** A tone as an SVG filter on canvases of a viewer: pixels are changed on their way to the screen, and nowhere else. */
import type { Tone } from './tone.js';

const SVG = 'http://www.w3.org/2000/svg';

let count = 0;

const node = (name: string, attributes: Readonly<Record<string, string>>, ...children: readonly Element[]): Element => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const rounded = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** One SVG filter, made again when the tone changes. */
export class ToneFilter {
  #svg: Element | undefined;

  constructor(
    /** The filter must lie in the same document or shadow tree as the canvases. */
    private readonly host: HTMLElement,
    /** The canvases, as they are when the filter is set. */
    private readonly canvases: () => readonly HTMLElement[],
  ) {}

  /** The value of the property `filter` of canvases. */
  get value(): string {
    return this.#svg ? `url(#${this.#svg.querySelector('filter')?.id})` : '';
  }

  set(tone: Tone | undefined): void {
    this.#svg?.remove();
    this.#svg = tone && drawn(tone);
    if (this.#svg) this.host.append(this.#svg);
    for (const canvas of this.canvases()) canvas.style.filter = this.value;
  }
}

/** A new id each time: browsers keep the picture of a filter whose parts alone change. */
const drawn = ({ mix, tables }: Tone): Element => {
  const values = [...mix.map((row) => [...row, 0, 0].map(rounded).join(' ')), '0 0 0 1 0'].join('  ');
  const transfer = tables.map((table, k) =>
    node(`feFunc${'RGB'[k]}`, { type: 'table', tableValues: table.map(rounded).join(' ') }),
  );
  const svg = node(
    'svg',
    { width: '0', height: '0', 'aria-hidden': 'true', focusable: 'false' },
    node(
      'filter',
      { id: `snake-tone-${++count}`, 'color-interpolation-filters': 'sRGB', x: '0', y: '0', width: '1', height: '1' },
      node('feColorMatrix', { type: 'matrix', values }),
      node('feComponentTransfer', {}, ...transfer),
    ),
  );
  if (svg instanceof SVGElement) svg.style.position = 'absolute';
  return svg;
};
