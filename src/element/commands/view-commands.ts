/** Commands that change what is seen, and no contour. */
import type { Workbench } from '../workbench/workbench.js';
import { type CommandDeclaration, settled } from './declaration.js';

const isFull = (element: Element): boolean => document.fullscreenElement === element;

const viewport = ({ stage }: Workbench) => stage.hold?.viewer.viewport;

const zoom =
  (factor: number) =>
  (bench: Workbench): void =>
    void viewport(bench)?.zoomBy(factor).applyConstraints();

export const viewCommands: readonly CommandDeclaration[] = [
  {
    id: 'snake.view.home',
    title: 'viewHome',
    icon: 'home',
    when: 'hasImage',
    run: ({ stage }) => stage.home(),
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
