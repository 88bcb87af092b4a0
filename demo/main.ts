/** The annotators' page: the component in the middle, and round about what it says and what it measured. */
import type { RunResult } from '../src/worker/protocol.js';
import { type DemoImage, images } from './images.js';
import { chooser } from './panels/chooser.js';
import { criterionPanel } from './panels/criterion.js';
import { debugPanel } from './panels/debug.js';
import { eventLog } from './panels/events.js';
import { guide } from './panels/guide.js';
import { histogramPanel, plotData } from './panels/histograms.js';
import { type Setting, snippet } from './panels/snippet.js';
import { showExamples } from './show.js';
import { store, stored } from './stored.js';
import { chooseLanguage } from './texts/texts.js';

const part = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element "${id}"`);
  return element;
};

chooseLanguage();
const segmenter = document.createElement('snake-segmenter');
segmenter.toolbar = true;
// On a small screen the image comes first.
segmenter.panel = matchMedia('(min-width: 44rem) and (min-height: 26rem)').matches;
segmenter.autosave = true;
segmenter.tool = 'box';

eventLog(part('events'), segmenter);
criterionPanel(part('criterion'), segmenter);
const histograms = histogramPanel(part('histograms'));
const refreshDebug = debugPanel(part('debug'), (options) => segmenter.stats(options));
const showSnippet = snippet(part('snippet'));
const card = document.createElement('div');
card.className = 'guide';
const line = guide(card, segmenter, (image) => showExamples(segmenter, image).catch(() => {}));
const choices = chooser(segmenter, {
  image: (image) => {
    store(OWN, undefined);
    open(image);
  },
  files: (files) => openFiles(files),
  task: () => line.task(),
  developer: (shown) => {
    part('developer').hidden = !shown;
  },
});

segmenter.addEventListener('contour-complete', ({ detail }) => {
  showDetails(detail.details);
  void refreshDebug();
});
segmenter.addEventListener('contour-cancel', () => void refreshDebug());

const showDetails = (details: RunResult['details']): void => {
  if (details) histograms.show(plotData(details));
};

/** As attributes. */
const settings = (): readonly Setting[] =>
  (['algorithm', 'model', 'channel'] as const).flatMap((name) => {
    const value = segmenter[name];
    return value === undefined || (name === 'algorithm' && value === 'snake') ? [] : [{ name, value }];
  });

/** Where the name of the visitor's file that was opened last is kept. */
const OWN = 'snake-segmenter-own';

let shown: DemoImage | undefined;

/** What goes with an image: its address in the page, and the settings that suit it. */
interface Scene extends Pick<typeof segmenter, 'channel' | 'algorithm' | 'parameters'> {
  readonly image: DemoImage | undefined;
  readonly address: string;
  readonly name: string;
}

/** The last `src` whose settings were set. */
let begun: unknown;

/** Of the image that is at work while another is being opened. */
let before: Scene | undefined;

const enter = ({ image, address, name, ...settings }: Scene): void => {
  shown = image;
  Object.assign(segmenter, settings);
  history.replaceState(null, '', address);
  tell(name);
};

/** The settings of an image that is being opened; those of before come back where it cannot be opened. */
const begin = (next: Scene, opened = (): void => {}): void => {
  const { channel, algorithm, parameters } = segmenter;
  const name = segmenter.image?.name ?? '';
  if (segmenter.image)
    before ??= { image: shown, address: location.href, name: shown?.src ?? name, channel, algorithm, parameters };
  enter(next);
  const asked = segmenter.src;
  begun = asked;
  segmenter.ready.then(
    () => {
      if (segmenter.src !== asked) return;
      before = undefined;
      opened();
    },
    () => {
      if (segmenter.src !== asked || !before) return;
      enter(before);
      before = undefined;
    },
  );
};

const open = (image: DemoImage): void => {
  const { id, src, channel, algorithm = 'snake', parameters = {} } = image;
  // Set once more, an image that could not be opened is tried again.
  if (segmenter.src === src) segmenter.src = undefined;
  segmenter.src = src;
  begin({ image, address: `#${id}`, name: src, channel, algorithm, parameters });
};

/** Contours and sessions are read; anything else is the next image. */
const openFiles = (files: readonly File[]): void => {
  const { src } = segmenter;
  const again = src instanceof File && files.includes(src);
  // Once more, where it could not be opened.
  if (again) segmenter.src = undefined;
  segmenter.take(files).catch(() => {});
  const { src: next } = segmenter;
  if (next instanceof File && (next !== src || again)) begin(sceneOf(next), () => keep(next));
};

const sceneOf = ({ name }: File): Scene => ({
  image: undefined,
  address: location.pathname + location.search,
  name,
  channel: undefined,
  algorithm: /\.nii(\.gz)?$/i.test(name) ? 'level-set' : 'snake',
  parameters: {},
});

const keep = (file: File): void => {
  choices.opened(file);
  store(OWN, file.name);
};

/** A file that the component was given: dropped on it, or chosen by its own command. */
segmenter.addEventListener('storage-change', () => {
  const { src, image } = segmenter;
  if (!(src instanceof File) || src === begun || image?.name !== src.name) return;
  begun = src;
  before = undefined;
  enter(sceneOf(src));
  keep(src);
});

const tell = (src: string): void => {
  line.image(shown);
  showSnippet(src, settings(), segmenter.parameters);
};

/** The snippet follows what is set in the panel. */
for (const name of ['storage-change', 'contour-start'] as const) {
  segmenter.addEventListener(name, () => {
    const { src } = segmenter;
    // The image of before is there until a file is open.
    const name = src instanceof File ? src.name : (segmenter.image?.name ?? '');
    showSnippet(typeof src === 'string' ? src : name, settings(), segmenter.parameters);
  });
}

/** Keys are the component's where nothing else on the page has the focus. */
addEventListener('keydown', (event) => {
  if (event.target !== document.body || event.key === 'Tab') return;
  segmenter.focus({ preventScroll: true });
  const taken = !document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
  if (taken) event.preventDefault();
});

const chosen = (): DemoImage => images.find(({ id }) => id === location.hash.slice(1)) ?? images[0];
addEventListener('hashchange', () => {
  if (location.hash !== '' && chosen() !== shown) open(chosen());
});
// A browser opens no file by itself: the visitor is told which one the work before the reload was on.
const last = location.hash === '' ? stored(OWN) : undefined;
open(chosen());
if (last !== undefined) line.again(last, choices.choose);
part('stage').append(segmenter);
line.place();
