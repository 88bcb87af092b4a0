/** What each contributed command does. */

import type { Rect } from '../image/samples.js';
import type { Classification } from './formats/features.js';
import { inView } from './in-view.js';
import { isToolId } from './tools/index.js';
import type { ToolId } from './tools/tool.js';
import type { Workbench } from './workbench.js';

/** What the commands need of the element, beside its workbench. */
export interface CommandTarget {
  readonly bench: Workbench;
  tool: ToolId;
  panel: boolean;
  undo(): boolean;
  redo(): boolean;
  remove(id: string): boolean;
  clear(): void;
  classify(classification: Classification | undefined, id?: string): void;
  editClass(): unknown;
  save(format?: string): Promise<void>;
  read(file: Blob): Promise<unknown>;
  chooseFile(): void;
}

type Runner = (...args: readonly unknown[]) => unknown;

const isClassification = (value: unknown): value is Classification =>
  typeof value === 'object' && value !== null && 'name' in value && 'color' in value;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const runnersFor = (target: CommandTarget): Readonly<Record<string, Runner>> => {
  const { bench } = target;
  const { collection, runs } = bench;
  const viewport = () => bench.stage.hold?.viewer.viewport;
  const chosen = (id: unknown): string | undefined => text(id) ?? collection.selected?.id;
  const looksAt = (): Rect | undefined => {
    const { image, hold } = bench.stage;
    const projection = hold?.overlay.projection;
    return image && projection && inView(projection, image);
  };
  const settled = (promise: Promise<unknown>): Promise<unknown> => {
    promise.catch(() => {});
    return promise;
  };
  const tool =
    (id: unknown): Runner =>
    () => {
      if (isToolId(id)) target.tool = id;
    };
  const zoom =
    (factor: number): Runner =>
    () =>
      void viewport()?.zoomBy(factor).applyConstraints();
  return {
    'snake.tool.pan': tool('pan'),
    'snake.tool.box': tool('box'),
    'snake.tool.polygon': tool('polygon'),
    'snake.tool.point': tool('point'),
    'snake.tool.nodes': tool('nodes'),
    'snake.run': () => settled(runs.segment('auto', { domain: looksAt() })),
    'snake.refine': (id) => {
      const contour = chosen(id);
      return contour === undefined ? undefined : settled(runs.segment(contour));
    },
    'snake.pause': () => (runs.current?.paused ? runs.resume() : runs.pause()),
    'snake.step': () => runs.step(),
    'snake.cancel': () => bench.cancel(),
    'snake.undo': () => target.undo(),
    'snake.redo': () => target.redo(),
    'snake.remove': (id) => {
      const contour = chosen(id);
      return contour !== undefined && target.remove(contour);
    },
    'snake.clear': () => target.clear(),
    'snake.classify': (classification, id) =>
      isClassification(classification) ? target.classify(classification, text(id)) : target.editClass(),
    'snake.select.next': () => collection.select(collection.neighbour(1)?.id),
    'snake.select.previous': () => collection.select(collection.neighbour(-1)?.id),
    'snake.slice.next': () => bench.showSlice((bench.slice ?? 0) + 1),
    'snake.slice.previous': () => bench.showSlice((bench.slice ?? 0) - 1),
    'snake.export': (format) => settled(target.save(text(format))),
    'snake.import': () => target.chooseFile(),
    'snake.view.home': () => void viewport()?.goHome(),
    'snake.view.zoomIn': zoom(1.6),
    'snake.view.zoomOut': zoom(1 / 1.6),
    'snake.view.rotate': () => void viewport()?.rotateBy(90),
    'snake.view.flip': () => void viewport()?.toggleFlip(),
    'snake.view.response': () => bench.showPicture(!bench.pictureShown),
    'snake.panel': () => {
      target.panel = !target.panel;
    },
  };
};
