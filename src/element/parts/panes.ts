/** The parts beside the image: panel with the list of objects, table of measurements, strip of images. Loaded when one of them is first shown. */
import type { TemplateResult } from 'lit';
import type { RgbaPicture } from '../../image/display.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Commands } from '../commands/commands.js';
import { addEnglish, languageOf, translator } from '../i18n/messages.js';
import { englishPanes } from '../i18n/panes/en.js';
import type { Workbench } from '../workbench/workbench.js';
import { ImagePictures } from './images/image-pictures.js';
import { afterStrip, imageStrip } from './images/image-strip.js';
import { followSelection, paintRows } from './objects/after-list.js';
import { ListState } from './objects/list-state.js';
import { Thumbnails, thumbnailRequest } from './objects/thumbnails.js';
import { ChannelPreview } from './panel/channel-preview.js';
import { paintHistogram } from './panel/paint-histogram.js';
import { panel } from './panel/panel.js';
import { channelRequest, panelView } from './panel/panel-view.js';
import { forgetRefusals } from './panel/parameters.js';
import { measurementTable, TABLE_HEAD, TABLE_ROW } from './table/measurement-table.js';
import { TableState } from './table/table-state.js';
import { tableView } from './table/table-view.js';

addEnglish(englishPanes);

export { dress } from './styles/dress.js';

/** The parts beside the image of one component. */
export class Panes {
  readonly #list: ListState;
  readonly #table: TableState;
  readonly #thumbnails: Thumbnails;
  readonly #channel: ChannelPreview;
  readonly #images: ImagePictures;

  constructor(
    private readonly bench: Workbench,
    private readonly commands: Commands,
  ) {
    const changed = (): void => bench.voice.changed();
    this.#list = new ListState(changed);
    this.#table = new TableState(changed);
    this.#thumbnails = new Thumbnails(
      (contour) => this.#picture(contour),
      ({ id }) => bench.collection.get(id) !== undefined,
      changed,
    );
    this.#channel = new ChannelPreview(changed);
    this.#images = new ImagePictures(bench);
    // What a field refused is not in force: a run that begins goes by other values.
    bench.element.addEventListener('contour-start', () => forgetRefusals(bench.element.renderRoot));
  }

  panel(): TemplateResult {
    return panel(panelView(this.bench, this.commands, this.#list));
  }

  table(): TemplateResult {
    return measurementTable(tableView(this.bench, this.#list, this.#table));
  }

  strip(): TemplateResult {
    const { element, imageList } = this.bench;
    const { images, disabled } = element;
    const { current } = imageList;
    return imageStrip({
      t: translator(languageOf(element)),
      disabled,
      images,
      current,
      count: (image) => imageList.count(image),
      picture: (image) => this.#images.of(image),
      choose: (index) => imageList.choose(index),
    });
  }

  /** Once they are in the document. */
  updated(root: ParentNode, focused: Element | null | undefined): void {
    const { bench } = this;
    const { panel, table, toolbar } = bench.element;
    afterStrip(root, focused);
    if (toolbar) this.#images.follow();
    if (panel && toolbar) {
      const plain = bench.stage.hold?.overlay.look.contour ?? '';
      paintRows(root, this.#list, this.#thumbnails, plain);
      this.#paintHistogram(root);
      this.#channel.paint(root, channelRequest(bench));
      followSelection(root.querySelector('.list'), this.#list, this.#lastSelected);
    }
    if (table && toolbar)
      followSelection(root.querySelector('.grid'), this.#table, this.#lastSelected, TABLE_ROW, TABLE_HEAD);
    for (const state of [this.#list, this.#table]) {
      // No row is left that could have the focus.
      if (state.refocus) bench.element.focus();
      state.refocus = false;
    }
  }

  #paintHistogram(root: ParentNode): void {
    const { seeing, voice } = this.bench;
    const fold = root.querySelector('details.display');
    if (fold instanceof HTMLDetailsElement && seeing.counting !== fold.open) {
      seeing.counting = fold.open;
      voice.changed();
    }
    const canvas = root.querySelector<HTMLCanvasElement>('canvas.histogram');
    const histogram = canvas && seeing.counting ? seeing.histogram : undefined;
    if (!canvas || !histogram) return;
    paintHistogram(canvas, histogram, seeing.windowIn(histogram));
    // Its text colour has a transition, whose end tells that the page is dark now, or light.
    canvas.ontransitionend = () => this.#paintHistogram(root);
  }

  /** Of an object for the list: the engine draws it, while it does nothing else. */
  #picture(contour: ContourFeature): Promise<RgbaPicture> | undefined {
    const { runs, stage } = this.bench;
    const { engine, image } = stage;
    if (!engine || !image || runs.busy) return undefined;
    return engine.display(image.id, thumbnailRequest(contour, image));
  }

  get #lastSelected(): string | undefined {
    return this.bench.objects.selected.at(-1)?.id;
  }
}
