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
card.slot = 'stage';
card.className = 'guide';
segmenter.append(card);
const line = guide(card, segmenter, (image) => showExamples(segmenter, image).catch(() => {}));
chooser(segmenter, {
  image: (image) => open(image),
  file: (file) => openFile(file),
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

let shown: DemoImage | undefined;

const open = (image: DemoImage): void => {
  shown = image;
  segmenter.src = image.src;
  segmenter.channel = image.channel;
  segmenter.algorithm = image.algorithm ?? 'snake';
  segmenter.parameters = image.parameters ?? {};
  history.replaceState(null, '', `#${image.id}`);
  tell(image.src);
};

/** Contours and sessions are read; anything else is the next image. */
const openFile = (file: File): void => {
  const before = segmenter.src;
  segmenter.take(file).catch(() => {});
  if (segmenter.src === before) return;
  shown = undefined;
  history.replaceState(null, '', location.pathname);
  segmenter.channel = undefined;
  segmenter.algorithm = /\.nii(\.gz)?$/i.test(file.name) ? 'level-set' : 'snake';
  segmenter.parameters = {};
  tell(file.name);
};

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
open(chosen());
part('stage').append(segmenter);
