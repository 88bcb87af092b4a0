/** Commands that change what is seen, and no contour. */
import { isUpsideDown } from '../viewer/slices.js';
import type { Stage } from '../viewer/stage.js';
import { turn } from '../viewer/view-moves.js';
import type { Workbench } from '../workbench/workbench.js';
import { type CommandDeclaration, settled, withLoaded } from './declaration.js';

const isFull = (element: Element): boolean => document.fullscreenElement === element;

const viewport = ({ stage }: Workbench) => stage.hold?.viewer.viewport;

const zoom =
  (factor: number) =>
  (bench: Workbench): void =>
    void viewport(bench)?.zoomBy(factor).applyConstraints();

/** Turned as it was opened; in a viewer of the page it stays as it is. */
const turnBack = ({ hold, image }: Stage): void => {
  if (hold?.owned && image) turn(hold, isUpsideDown(image), true);
};

/** Opens the panel at a field of one of its sections. */
const showField = async ({ element, moving }: Workbench, section: string, field: string): Promise<void> => {
  element.panel = true;
  await moving.uncoverSelected();
  const root = element.renderRoot;
  const fold = root.querySelector(`details[data-section=${section}]`);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
  const input = root.querySelector<HTMLInputElement>(field);
  input?.focus();
  // What is typed takes the place of what is there.
  if (input?.type === 'text') input.select();
};

/** Shows the table and gives it the keys, or closes it and gives them back to the image. */
const showTable = async ({ element }: Workbench): Promise<void> => {
  element.table = !element.table;
  await element.updateComplete;
  const row = (which: string): HTMLElement | null => element.renderRoot.querySelector(`.grid .row[${which}]`);
  if (!element.table) element.focus();
  else (row('aria-selected=true') ?? row('tabindex="0"'))?.focus({ preventScroll: true });
};

/** Draws no contour, or all that are not hidden, and says so. */
export const hideAll = (bench: Workbench, hidden: boolean): void => {
  bench.seeing.bare = hidden;
  bench.voice.say(hidden ? 'allHidden' : 'allShown', {}, hidden ? 'snake.showAll' : undefined);
  bench.refresh();
};

/** Commands that change the view. */
export const viewCommands: readonly CommandDeclaration[] = [
  {
    id: 'snake.view.home',
    title: 'viewHome',
    icon: 'home',
    when: 'hasImage',
    run: (bench) => {
      turnBack(bench.stage);
      viewport(bench)?.goHome();
    },
  },
  {
    id: 'snake.view.zoomIn',
    title: 'zoomIn',
    icon: 'plus',
    when: 'hasImage',
    run: zoom(1.6),
  },
  {
    id: 'snake.view.zoomOut',
    title: 'zoomOut',
    icon: 'minus',
    when: 'hasImage',
    run: zoom(1 / 1.6),
  },
  {
    id: 'snake.view.rotate',
    title: 'rotate',
    icon: 'rotate',
    when: 'hasImage',
    run: (bench) => void viewport(bench)?.rotateBy(90),
  },
  {
    id: 'snake.view.rotateLeft',
    title: 'rotateLeft',
    when: 'hasImage',
    run: (bench) => void viewport(bench)?.rotateBy(-90),
  },
  {
    id: 'snake.view.upright',
    title: 'upright',
    when: 'hasImage',
    run: (bench) => {
      if (bench.stage.hold?.owned) turnBack(bench.stage);
      else viewport(bench)?.setRotation(0).setFlip(false);
    },
  },
  {
    id: 'snake.view.goTo',
    title: 'goTo',
    when: 'hasImage',
    run: (bench, place) =>
      typeof place === 'string'
        ? withLoaded(bench, import('../workbench/go-to.js'), ({ goTo }) => goTo(bench, place))
        : showField(bench, 'display', '#place'),
  },
  {
    id: 'snake.view.navigator',
    title: 'navigator',
    when: 'hasImage',
    checked: 'navigator',
    run: ({ element, seeing }) => seeing.showNavigator(!element.navigator),
  },
  {
    id: 'snake.view.magnifier',
    title: 'magnifier',
    when: 'hasImage',
    checked: 'magnifier',
    run: async ({ seeing, voice }) => {
      await seeing.magnifier.toggle();
      voice.changed();
    },
  },
  {
    id: 'snake.view.contours',
    title: 'hideContours',
    when: 'hasContours',
    checked: 'bare',
    run: (bench) => hideAll(bench, !bench.seeing.bare),
  },
  {
    id: 'snake.view.before',
    title: 'showBefore',
    when: 'canUndo',
    checked: 'comparing',
    run: (bench) => {
      bench.seeing.comparing = !bench.seeing.comparing;
      bench.refresh();
      if (bench.seeing.comparing) bench.voice.say('beforeShown');
      else if (bench.voice.message?.key === 'beforeShown') bench.voice.hush();
      else bench.voice.changed();
    },
  },
  {
    id: 'snake.view.fill',
    title: 'filling',
    checked: 'filled',
    run: ({ seeing }) => seeing.change({ fill: seeing.settings.fill > 0 ? 0 : undefined }),
  },
  {
    id: 'snake.view.dim',
    title: 'dimOutside',
    checked: 'dim',
    run: ({ seeing }) => seeing.change({ dim: !seeing.settings.dim }),
  },
  {
    id: 'snake.view.display',
    title: 'display',
    when: 'hasImage',
    run: (bench) => showField(bench, 'display', '#brightness'),
  },
  {
    id: 'snake.image.next',
    title: 'nextImage',
    when: 'enabled && hasImages',
    run: ({ imageList }) => imageList.step(1),
  },
  {
    id: 'snake.image.previous',
    title: 'previousImage',
    when: 'enabled && hasImages',
    run: ({ imageList }) => imageList.step(-1),
  },
  {
    id: 'snake.table',
    title: 'table',
    checked: 'table',
    run: showTable,
  },
  {
    id: 'snake.view.flip',
    title: 'flip',
    icon: 'flip',
    when: 'hasImage',
    run: (bench) => void viewport(bench)?.toggleFlip(),
  },
  {
    id: 'snake.view.response',
    title: 'showPicture',
    when: 'hasPicture',
    checked: 'picture',
    run: (bench) => bench.showPicture(!bench.pictureShown),
  },
  {
    id: 'snake.view.fullscreen',
    title: 'fullScreen',
    icon: 'fullscreen',
    when: 'hasImage',
    checked: 'fullscreen',
    run: ({ element }) => settled(isFull(element) ? document.exitFullscreen() : element.requestFullscreen()),
  },
];
