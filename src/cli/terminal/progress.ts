/** Progress of the work: a bar on a terminal, plain lines elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { count, rate } from './words.js';

/** A display of work in pixels and contours. */
export interface ProgressDisplay {
  /** More work became known. */
  expect(pixels: number): void;
  /** Some of it is done. */
  advance(pixels: number, contours: number): void;
  /** A line that stays. */
  line(text: string): void;
  stop(): void;
}

/** Progress is written to the same stream as messages, so that standard output is free for results. */
export const progressOn = (stream: NodeJS.WriteStream): ProgressDisplay =>
  stream.isTTY ? new BarProgress(stream) : new LineProgress(stream);

class BarProgress implements ProgressDisplay {
  readonly #began = performance.now();
  readonly #bar: SingleBar;
  #done = 0;
  #total = 0;
  #contours = 0;
  #shown = false;

  constructor(private readonly stream: NodeJS.WriteStream) {
    this.#bar = new SingleBar(
      {
        format: '{bar} {percentage} % · {rate} · {eta_formatted} left · {contours}',
        stream,
        hideCursor: true,
        clearOnComplete: true,
        stopOnComplete: false,
      },
      Presets.shades_classic,
    );
  }

  expect(pixels: number): void {
    this.#total += pixels;
    if (this.#shown) this.#bar.setTotal(this.#total);
    else this.#bar.start(this.#total, this.#done, this.#payload());
    this.#shown = true;
  }

  advance(pixels: number, contours: number): void {
    this.#done += pixels;
    this.#contours += contours;
    this.#bar.update(this.#done, this.#payload());
  }

  line(text: string): void {
    if (this.#shown) this.#bar.stop();
    this.stream.write(`${text}\n`);
    if (this.#shown) this.#bar.start(this.#total, this.#done, this.#payload());
  }

  stop(): void {
    if (this.#shown) this.#bar.stop();
  }

  #payload(): { readonly rate: string; readonly contours: string } {
    return {
      rate: rate(this.#done, performance.now() - this.#began),
      contours: count(this.#contours, 'contour'),
    };
  }
}

/** Prints a line after each tenth of the work known so far. */
class LineProgress implements ProgressDisplay {
  readonly #began = performance.now();
  #done = 0;
  #total = 0;
  #contours = 0;
  #told = 0;

  constructor(private readonly stream: NodeJS.WriteStream) {}

  expect(pixels: number): void {
    this.#total += pixels;
  }

  advance(pixels: number, contours: number): void {
    this.#done += pixels;
    this.#contours += contours;
    const tenth = Math.floor((10 * this.#done) / this.#total);
    if (tenth <= this.#told) return;
    this.#told = tenth;
    const speed = rate(this.#done, performance.now() - this.#began);
    this.line(`${10 * tenth} % · ${speed} · ${count(this.#contours, 'contour')}`);
  }

  line(text: string): void {
    this.stream.write(`${text}\n`);
  }

  stop(): void {}
}
