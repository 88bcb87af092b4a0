/** The controls over the image: slices of a volume, the search under way, found objects, vertices, the size of the brush, and an error. */
import { html, nothing, type TemplateResult } from 'lit';
import { later } from '../../core/later.js';
import type { Commands } from '../commands/commands.js';
import { errorText, languageOf, type Translate } from '../i18n/messages.js';
import { isMild } from '../workbench/voice.js';
import type { Workbench } from '../workbench/workbench.js';
import { brushBar } from './brush-bar.js';
import { foundControl } from './found.js';
import { markBar } from './mark-bar.js';
import { searchBar } from './search-bar.js';
import { shapeBar } from './shape-bar.js';
import { sliceControl } from './slices.js';
import { banner } from './status.js';
import { vertexBar } from './vertex-bar.js';

type Control = TemplateResult | typeof nothing;

/** Renders the controls that there are now, one after the other with what the page lays `between` them, so that none covers another. */
export const overImage = (bench: Workbench, commands: Commands, t: Translate, between: Control): readonly Control[] => [
  slices(bench, t),
  html`<div class="over ${bench.stage.image?.placement ? 'scaled' : ''}">${problem(bench, t)}${searchBar(bench.element.toolbar ? bench.searching.state : undefined, commands, t)}${between}<div class="bars">${found(bench, commands, t)}${vertexBar(bench, commands, t)}${shapeBar(bench, commands, t)}${brushBar(bench, commands)}${markBar(bench, t)}</div></div>`,
];

const slices = (bench: Workbench, t: Translate): Control => {
  const { slices: there } = bench.stage;
  if (!there) return nothing;
  const { slice, depth } = there;
  return sliceControl({ slice, depth, t, show: (next) => bench.showSlice(next) });
};

const found = ({ element, finding, visibility, runs }: Workbench, commands: Commands, t: Translate): Control => {
  const { probable } = finding;
  const lowest = probable.at(-1);
  if (!element.toolbar || runs.busy || lowest === undefined) return nothing;
  const { least } = visibility;
  return foundControl({
    count: probable.length,
    // In the order of their probabilities, the highest first.
    shown: probable.filter((probability) => probability >= least).length,
    lowest,
    least,
    t,
    show: (next) => {
      visibility.least = next > lowest ? next : 0;
    },
    keep: () => commands.execute('snake.accept'),
  });
};

/** Messages for users; if they cannot be loaded, the technical message of an error is shown. */
export const problemWords = later(() => import('./problem-text.js'));

const problem = (bench: Workbench, t: Translate): Control => {
  const { element, voice } = bench;
  if (!voice.problem) return nothing;
  const { problem: its } = voice;
  const words = problemWords.now;
  if (!words)
    problemWords.load().then(
      () => element.requestUpdate(),
      () => {},
    );
  const text = words ? words.problemText(bench, its) : errorText(languageOf(element), its);
  return banner(text, isMild(its), () => voice.forgive(), t);
};
