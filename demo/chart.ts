/** uPlot with the page's colours, as wide as the element it is in. */
import uPlot from 'uplot';

const colour = (name: string): string => {
  // A probe resolves `light-dark()`, which a canvas does not understand.
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** As many digits as tell one mark from the next. */
const markTexts = (marks: readonly number[]): string[] => {
  const step = (marks[1] ?? 0) - (marks[0] ?? 0);
  const most = Math.max(...marks.map(Math.abs));
  const digits = step > 0 && most > 0 ? Math.ceil(Math.log10(most / step)) + 1 : 4;
  const format = new Intl.NumberFormat('en-US', {
    notation: 'compact',
    maximumSignificantDigits: Math.min(12, Math.max(2, digits)),
  });
  return marks.map((mark) => format.format(mark));
};

const FONT = '11px system-ui, sans-serif';
/** From the marks' texts to the plot, in CSS pixels. */
const GAP = 5;

/** The CSS pixels that the widest of some texts takes. */
const widest = ({ ctx }: uPlot, texts: readonly string[]): number => {
  ctx.save();
  ctx.font = FONT;
  const width = Math.max(0, ...texts.map((text) => ctx.measureText(text).width));
  ctx.restore();
  return Math.ceil(width);
};

const axis = (label: string, size: uPlot.Axis.Size): uPlot.Axis => ({
  label,
  labelSize: label === '' ? 0 : 16,
  size,
  gap: GAP,
  font: FONT,
  labelFont: FONT,
  stroke: () => colour('--quiet'),
  grid: { stroke: () => colour('--line'), width: 1 },
  ticks: { show: false },
  values: (_plot, marks) => markTexts(marks),
});

export interface Line {
  readonly label: string;
  /** A custom property of the page. */
  readonly colour: string;
  readonly kind: 'line' | 'bars' | 'dashes';
}

export interface Chart {
  readonly element: HTMLElement;
  /** One array a line, as long as `x`. */
  show(x: readonly number[], ...lines: readonly (readonly (number | null)[])[]): void;
}

const HEIGHT = 150;

export const chart = (x: string, y: string, lines: readonly Line[]): Chart => {
  const element = document.createElement('div');
  element.className = 'plot';
  const bars = uPlot.paths.bars?.({ size: [1, 64], gap: 0 });
  /** Of the widest text below, which may stand at the right end. */
  let half = 8;
  const along: uPlot.Axis.Size = (self, texts) => {
    half = Math.ceil(widest(self, texts ?? []) / 2) + 2;
    return 30;
  };
  const plot = new uPlot(
    {
      width: 300,
      height: HEIGHT,
      padding: [6, () => half, 0, 0],
      cursor: { y: false },
      scales: { x: { time: false } },
      axes: [axis(x, along), axis(y, (self, texts) => GAP + 3 + widest(self, texts ?? []))],
      series: [
        { label: x },
        ...lines.map(
          ({ label, colour: name, kind }): uPlot.Series => ({
            label,
            stroke: () => (kind === 'bars' ? 'transparent' : colour(name)),
            fill: kind === 'bars' ? () => colour(name).replace(/^rgb\((.*)\)$/, 'rgba($1, 0.3)') : undefined,
            dash: kind === 'dashes' ? [4, 3] : undefined,
            width: kind === 'bars' ? 0 : 1.8,
            paths: kind === 'bars' ? bars : undefined,
            points: { show: false },
          }),
        ),
      ],
    },
    [[], ...lines.map(() => [])],
    element,
  );
  new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT })).observe(element);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => plot.redraw());
  return { element, show: (x, ...columns) => plot.setData([[...x], ...columns.map((column) => [...column])]) };
};
