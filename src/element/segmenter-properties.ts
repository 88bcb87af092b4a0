/** The properties of the element that a page sets; what follows from them is in the classes above. */
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { defaultAlgorithm } from '../algorithm/algorithm.js';
import type { BackendChoice } from '../compute/backend.js';
import type { Classification } from '../contours/formats/features.js';
import type { AskRequest, RequestSettings } from '../image/io/request.js';
import type { AlgorithmName, ChannelChoice, FormatName, ModelName } from './known-names.js';
import type { ContourStyles } from './seeing/contour-style.js';
import type { DisplaySettings } from './seeing/display-settings.js';
import type { NameImage } from './storage/image-key.js';
import type { ToolId } from './tools/tool-id.js';
import type { ImageEntry } from './viewer/image-entry.js';
import type { AnyLibrary } from './viewer/openseadragon.js';
import type { Source } from './viewer/sources.js';

/** Properties that have a value where a page gives none: an attribute that is taken away comes as `null`, and frameworks bind `undefined` too. */
const defaults = {
  algorithm: defaultAlgorithm,
  model: undefined,
  channel: undefined,
  classification: undefined,
  imageKey: undefined,
  backend: 'auto',
  tool: 'pan',
  format: 'geojson',
  viewerOptions: {},
  images: [],
  display: {},
  classes: [],
  parameters: {},
} as const;

/** An attribute's number; a text that is none stays, to be named where it is refused. */
const numberOr = (text: string | null): number | string | undefined =>
  text === null ? undefined : Number(text) || text;

const hasDefault = (name: PropertyKey | undefined): name is keyof typeof defaults =>
  name !== undefined && Object.hasOwn(defaults, name);

/** The element's properties and attributes. */
export abstract class SegmenterProperties extends LitElement {
  /**
   * The image to open: by address a plain image, a `.dzi`, an IIIF `info.json`, a TIFF, an OME-Zarr, a slide over DICOMweb or a volume;
   * as property also a `File`, a `Blob` or a tile source. Where the page then opens another image in the viewer, that counts, and this is `undefined`.
   */
  @property({ type: String }) src?: Source;
  /**
   * Images to choose from, in a strip beside the toolbar, each with the number of its objects: `{src, title, thumbnail, about}`. A choice
   * sends `image-choose`, and sets `src` unless that is prevented.
   */
  @property({ attribute: false }) images: readonly ImageEntry[] = [];
  /** The id of an element with an OpenSeadragon viewer to attach to. */
  @property() for?: string;
  /**
   * `snake`, `level-set`, `linear-features`, or another that was registered.
   * @default 'snake'
   */
  @property() algorithm: AlgorithmName = defaultAlgorithm;
  /** The snake's noise model; the algorithm's default when not given. */
  @property() model?: ModelName;
  /** The channel of the samples that the algorithm works on; the algorithm's default when not given. */
  @property() channel?: ChannelChoice;
  /** `auto`: WebGPU on a real GPU, else the CPU. */
  @property() backend: BackendChoice = 'auto';
  /** Shows toolbar, status line and, on demand, the panel. */
  @property({ type: Boolean, reflect: true }) toolbar = false;
  /** Takes no input. */
  @property({ type: Boolean, reflect: true }) disabled = false;
  /** Leaves all keys to the page; the component's commands run by `executeCommand` alone. */
  @property({ type: Boolean, reflect: true, attribute: 'no-keys' }) noKeys = false;
  /**
   * `focus`: keys act while the focus is in the component or in its viewer; `off` is `no-keys`. Any other value is `focus`.
   * @default 'focus'
   */
  @property()
  get keys(): 'focus' | 'off' {
    return this.noKeys ? 'off' : 'focus';
  }

  set keys(keys: 'focus' | 'off') {
    this.noKeys = keys === 'off';
  }

  /** Takes no algorithms of the page: `registerAlgorithm` rejects. */
  @property({ type: Boolean, reflect: true, attribute: 'no-modules' }) noModules = false;
  /** Shows parameters and measurements. */
  @property({ type: Boolean, reflect: true }) panel = false;
  /** Shows the measurements of all objects in a table. */
  @property({ type: Boolean, reflect: true }) table = false;
  /**
   * The tool in hand: `pan`, `box`, `polygon`, `point`, `rectangle`, `ellipse`, `freehand`, `brush`, `eraser`, `cut`, `retrace`, `nodes`
   * (the vertices of a contour), or one that the page registered.
   */
  @property({ reflect: true }) tool: ToolId = 'pan';
  /** Shows the viewer's minimap. */
  @property({ type: Boolean }) navigator = false;
  /** The address of the worker's script, if it does not lie beside this module. */
  @property({ attribute: 'worker-url' }) workerUrl?: string;
  /**
   * Keeps contours, history and settings in the browser (IndexedDB), for each image by its address or its content, and brings
   * them back when the image is opened again.
   */
  @property({ type: Boolean, reflect: true }) autosave = false;
  /**
   * Gives the name by which an image is known again, for addresses that change, such as signed ones, and for tile sources of the page; `undefined` leaves it
   * to address or content. Of images opened from now on. Work on an image follows its name: kept by `autosave`, or while the page is open.
   */
  @property({ attribute: false }) imageKey?: NameImage;
  /** Micrometres per pixel of images that do not say it, across and down where these differ: of the image opened next. */
  @property({ type: Number, converter: numberOr }) mpp?: number | readonly [number, number];
  /**
   * A FlatGeobuf with an index, of any size, by address or as a file: its contours are drawn under those of the list, and read
   * as far as they are in view; from afar boxes stand for them. They are read-only: not selected, changed, saved or exported.
   * `import` reads a file into the list. A file that names an image of another size is not drawn.
   */
  @property({ attribute: 'contour-file' }) contourFile?: string | Blob;
  /**
   * Headers and credentials of the engine's requests, such as a token: given, for the origin of `src` alone, or a function of the address, of any
   * origin, that is asked before each request, and once more after 401 or 403, with that status as its second argument. Where it is set the viewer's tiles come through the engine too. A page's own viewer has its
   * `ajaxHeaders` and `ajaxWithCredentials` taken over without it.
   */
  @property({ attribute: false }) requestInit?: RequestSettings | AskRequest;
  /** Display of image and contours: opacity, filling, colours, and the window of values. It changes no contour. */
  @property({ attribute: false }) display: DisplaySettings = {};
  /**
   * How single contours are drawn: a function of a contour that returns `{color, width, fill, opacity}`, or rules such as
   * `{class: 'tumour', width: 3}`, of which later ones override earlier ones. A contour is asked for once, until it is another object or this property is set anew.
   */
  @property({ attribute: false }) contourStyle?: ContourStyles;
  /** The format that the save command writes. */
  @property() format: FormatName = 'geojson';
  /** The class of contours made from now on, `{name, color}`; one without a colour has that of its name. */
  @property({ attribute: false }) classification?: Classification;
  /** The classes to choose from, in the order of their keys 1 to 9; those that only occur in contours come after them. */
  @property({ attribute: false }) classes: readonly Classification[] = [];
  /** Parameters of the algorithm, beside `model` and `channel`. */
  @property({ attribute: false }) parameters: Readonly<Record<string, unknown>> = {};
  /**
   * The page's OpenSeadragon where it comes from a bundle: it makes the component's viewer, and finds the one that `for` names. A
   * global `OpenSeadragon` need not be named.
   */
  @property({ attribute: false }) openSeadragon?: AnyLibrary;
  /** Options for OpenSeadragon, where the component makes the viewer. */
  @property({ attribute: false }) viewerOptions: object = {};

  /** Puts the default in the place of `null` and `undefined` before anyone reads them. */
  override requestUpdate(...args: Parameters<LitElement['requestUpdate']>): void {
    const [name] = args;
    if (hasDefault(name) && this[name] !== defaults[name] && (this[name] ?? undefined) === undefined)
      Object.assign(this, { [name]: defaults[name] });
    super.requestUpdate(...args);
  }
}
