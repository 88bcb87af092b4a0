/**
 * A card below the image that says what to do first. On the first visit, and on request, it leads through a sample task: an outline, a class, a
 * correction, an export. What the visitor does completes a step. Below the image the card is as high in every step, so that the image stays in its
 * place; in a short window it lies over the image and is as high as its text, and in one of a few lines it is folded to a button, until that is pressed.
 * It goes at a press of its own buttons and at the end of the task alone.
 */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import type { DemoImage } from '../images.js';
import { store, stored } from '../stored.js';
import { inEachLanguage, text } from '../texts/texts.js';

export interface Guide {
  /** Puts the card into the page with the component: in a short window over the image, where the component leaves room between its bars, in others below. */
  place(): void;
  /** `undefined` for an image of the visitor's own. */
  image(image: DemoImage | undefined): void;
  /** Says that the work before was on a file of the visitor's own, until an image is opened. */
  again(name: string, choose: () => void): void;
  /** Begins the sample task. */
  task(): void;
}

interface Step {
  /** `advice`: what to outline, and how; `touched`: to a finger, which has no keys; `panel`: while the panel is open. */
  text(advice: string, touched: boolean, panel: boolean): string;
  /** What completes the step: `run`, a run that has found its contour, the reason of a change of the contours, or `save`, any file. */
  readonly by: ReadonlySet<string>;
}

/** Whether the last press was a finger's; before any, whether the screen is made for fingers. */
let touched = matchMedia('(pointer: coarse)').matches;

/** As in the style sheet. */
const short = matchMedia('(max-height: 26rem)');

const steps: readonly [Step, ...Step[]] = [
  { text: (advice) => advice, by: new Set(['run', 'draw']) },
  {
    text: (_, touched, panel) => text(touched ? (panel ? 'giveClassPanel' : 'giveClassTouch') : 'giveClass'),
    by: new Set(['class']),
  },
  { text: (_, touched) => text(touched ? 'correctTouch' : 'correct'), by: new Set(['edit']) },
  {
    text: (_, touched, panel) => text(touched ? (panel ? 'savePanel' : 'saveTouch') : 'save'),
    by: new Set(['save']),
  },
];

/** Reasons of changes by which objects come back. */
const BACK: ReadonlySet<string> = new Set(['undo', 'redo', 'image', 'restore']);

const SEEN = 'snake-segmenter-tour';

export const guide = (
  host: HTMLElement,
  segmenter: SnakeSegmenter,
  showMe: (image: DemoImage) => Promise<void>,
): Guide => {
  let image: DemoImage | undefined;
  let open = true;
  /** The visitor closed the card: other images do not bring it back. */
  let closed = false;
  /** Where the card folds: the visitor unfolded this step. */
  let unfolded = false;
  /** Step of the sample task; none outside of it. */
  let step: number | undefined = stored(SEEN) === undefined ? 0 : undefined;
  /** The step at which the last object went, by undo, deletion or a change of the image: the first one asks for another until one comes back. */
  let left: number | undefined;
  /** A file of the visitor's own that the work before was on, and what opens files. */
  let last: { readonly name: string; readonly choose: () => void } | undefined;

  const close = (): void => {
    const focused = host.contains(document.activeElement);
    open = false;
    last = undefined;
    if (step !== undefined) store(SEEN, 'yes');
    step = undefined;
    draw();
    if (focused) segmenter.focus({ preventScroll: true });
  };
  const dismiss = (): void => {
    closed = true;
    close();
  };
  const go = (next: number): void => {
    if (next >= steps.length) {
      close();
      return;
    }
    step = next;
    left = undefined;
    unfolded = false;
    open = true;
    closed = false;
    draw();
  };
  const draw = (): void => {
    const shown = image;
    host.hidden = !open;
    host.classList.toggle('unfolded', unfolded);
    if (last) {
      drawLast(last);
      return;
    }
    const advice = image ? text(`${image.id}Advice`) : text('drawAnyBox');
    const hints = [text('startsOnRelease'), text('takeBox')] as const;
    const hint = hints[segmenter.tool === 'box' ? 0 : 1];
    const at = step ?? 0;
    const current = step === undefined ? undefined : steps[step];
    const either = [false, true];
    const all = new Set(
      hints.flatMap((each) =>
        either.flatMap((byFinger) =>
          either.flatMap((panel) => steps.map((one) => one.text(`${advice} ${each}`, byFinger, panel))),
        ),
      ),
    );
    render(
      html`
        ${step === undefined ? nothing : html`<span class="step">${text('stepOf', { step: at + 1, count: steps.length })}</span>`}
        ${fold(step === undefined ? text('tip') : text('stepOf', { step: at + 1, count: steps.length }))}
        <div class="texts">
          <p role="status">${current ? current.text(`${advice} ${hint}`, touched, segmenter.panel) : html`<b>${advice}</b> ${hint}`}</p>
          ${current ? [...all].map((each) => html`<p class="room">${each}</p>`) : hints.map((each) => html`<p class="room"><b>${advice}</b> ${each}</p>`)}
        </div>
        ${
          shown
            ? html`<button class="primary ${at === 0 ? '' : 'room'}" @click=${() => {
                close();
                void showMe(shown);
              }}>${text('showMe')}</button>`
            : nothing
        }
        ${step === undefined ? nothing : html`<button class="next" @click=${() => go(at + 1)}>${text(at === steps.length - 1 ? 'finish' : 'next')}</button>`}
        ${cross()}
      `,
      host,
    );
  };

  const fold = (label: string): TemplateResult =>
    html`<button class="fold" aria-expanded=${unfolded} @click=${() => {
      unfolded = !unfolded;
      draw();
    }}>${label}</button>`;
  const cross =
    (): TemplateResult => html`<button class="close" aria-label=${text('close')} title=${text('close')} @click=${dismiss}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 6.5l11 11M17.5 6.5l-11 11" /></svg>
  </button>`;
  const drawLast = ({ name, choose }: NonNullable<typeof last>): void => {
    render(
      html`${fold(text('tip'))}
        <div class="texts"><p role="status">${text('openAgain', { name })}</p></div>
        <button class="primary" @click=${choose}>${text('open')}</button>
        ${cross()}`,
      host,
    );
  };

  const done = (what: string): void => {
    if (step !== undefined && steps[step]?.by.has(what)) go(step + 1);
  };
  segmenter.addEventListener('contour-complete', () => done('run'));
  segmenter.addEventListener('contour-change', ({ detail: { reason } }) => {
    if (step === 0 && left !== undefined && BACK.has(reason)) go(left);
    else done(reason);
  });
  segmenter.addEventListener('contour-remove', () => {
    if (!step || segmenter.contours.features.length > 0) return;
    const before = step;
    go(0);
    left = before;
  });
  segmenter.addEventListener('file-save', () => done('save'));
  inEachLanguage(draw);
  new MutationObserver(draw).observe(segmenter, { attributeFilter: ['tool', 'panel'] });
  const place = (): void => {
    if (short.matches) segmenter.append(host);
    else segmenter.after(host);
  };
  host.slot = 'stage';
  short.addEventListener('change', place);
  document.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      if (touched === (pointerType === 'touch')) return;
      touched = !touched;
      draw();
    },
    { capture: true, passive: true },
  );

  return {
    place,
    image(next) {
      image = next;
      unfolded = false;
      open = !closed;
      last = undefined;
      if (step === 0 && open) segmenter.tool = 'box';
      draw();
    },
    again(name, choose) {
      last = { name, choose };
      open = true;
      draw();
    },
    task: () => {
      last = undefined;
      // Only where it begins: later, who goes on with a tool keeps it.
      segmenter.tool = 'box';
      go(0);
    },
  };
};
