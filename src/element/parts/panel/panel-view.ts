import { pathsOf } from '../../../contours/geometry.js';
import { remembered } from '../../../core/remembered.js';
import type { Commands } from '../../commands/commands.js';
import { hasColourBands } from '../../contours/colour-bands.js';
import { writersWith } from '../../extensions/own-format.js';
import { languageOf, translator } from '../../i18n/messages.js';
import { measurementNames, scaleOf } from '../../seeing/colours.js';
import { displayRequest } from '../../viewer/display-request.js';
import { inView } from '../../viewer/in-view.js';
import { saveClasses } from '../../workbench/files/files.js';
import { goTo } from '../../workbench/go-to.js';
import type { Workbench } from '../../workbench/workbench.js';
import type { ListState } from '../objects/list-state.js';
import { removeRows } from '../objects/remove-rows.js';
import { PREVIEW, type PreviewRequest } from './channel-preview.js';
import type { DisplayView } from './display-fields.js';
import type { PanelView } from './panel.js';

/** The panel's view of a workbench: the values shown and the functions that change them. `state` is that of the list of objects. */
export const panelView = (bench: Workbench, commands: Commands, state: ListState): PanelView => {
  const run = (id: string): void => void commands.execute(id);
  const { element, collection, stage, objects, extensions, personMarks } = bench;
  const { model, channel, parameters, algorithm, format, disabled } = element;
  const language = languageOf(element);
  const t = translator(language);
  const { classes, selected } = objects;
  const leave = (): void => element.focus();
  return {
    t,
    lang: language,
    disabled,
    algorithms: bench.algorithms,
    algorithm,
    values: { ...parameters, model: model ?? parameters?.model, channel: channel ?? parameters?.channel },
    selected: collection.selected,
    contours: collection.contours,
    classes,
    list: listView(bench, state, run),
    classList: classListView(bench, run, leave),
    fields: {
      t,
      disabled,
      chosen: selected,
      rename: (object, name) => objects.rename(object, name),
      note: (object, text) => objects.note(object, text),
      leave,
    },
    format,
    writers: writersWith(extensions.formats.list, language),
    panels: extensions.panels.list,
    marks: {
      t,
      disabled,
      marks: personMarks.all,
      hidden: personMarks.hidden,
      hide: (hidden) => {
        personMarks.hidden = hidden;
      },
      remove: (index) => personMarks.remove(index),
      clear: () => personMarks.clear(),
      leave,
    },
    reshape: {
      t,
      disabled,
      possible: collection.selected !== undefined && pathsOf(collection.selected.geometry).closed,
      state: bench.reshaping.state,
      begin: (kind) => void bench.reshaping.begin(kind).catch((error: unknown) => bench.voice.fail(error)),
      set: (tolerance) => bench.reshaping.set(tolerance),
      apply: () => bench.reshaping.apply(),
      cancel: () => void bench.reshaping.cancel(),
      leave,
    },
    search: { t, hasArea: bench.finding.area !== undefined, command: (id) => commands.info(id), run },
    display: displayView(bench, run, leave),
    image: stage.image,
    picture: bench.hasPicture ? bench.pictureShown : undefined,
    showPicture: (shown) => bench.showPicture(shown),
    setAlgorithm: (id) => {
      element.algorithm = id;
    },
    setParameter: (name, value) => {
      bench.runs.trials.set(name, value);
      bench.voice.settled('bad-parameter');
      bench.parameterChanged(name, element.algorithm);
    },
    classify: (classification) => objects.classify(classification),
    changeClass: (old, next) => objects.changeClass(old, next),
    setFormat: (next) => {
      element.format = next;
    },
    save: () => run('snake.export'),
    saveSession: () => run('snake.session.save'),
    saveRecipe: () => run('snake.recipe.save'),
    toggled: () => bench.voice.changed(),
    leave,
  };
};

const listView = (bench: Workbench, state: ListState, run: (id: string) => void): PanelView['list'] => {
  const { element, objects, visibility } = bench;
  const lang = languageOf(element);
  const chosen = new Set(objects.selected);
  return {
    t: translator(lang),
    lang,
    disabled: element.disabled,
    objects: objects.all,
    classes: objects.classes,
    state,
    isSelected: (object) => chosen.has(object),
    isHidden: ({ contours: [first] }) => visibility.isHidden(first),
    select: (list) => objects.select(list),
    hide: (object, hidden) => objects.hide([object], hidden),
    lock: (object, locked) => objects.lock([object], locked),
    remove: (next) => removeRows(bench, next),
    show: (object) => bench.moving.bringIntoView(object),
    showTable: () => run('snake.table'),
  };
};

const classListView = (bench: Workbench, run: (id: string) => void, leave: () => void): PanelView['classList'] => {
  const { element, objects, visibility } = bench;
  return {
    t: translator(languageOf(element)),
    disabled: element.disabled,
    classes: objects.classes,
    objects: objects.all,
    current: element.classification,
    isHidden: (name) => visibility.hidesClass(name),
    hide: (name, hidden) => visibility.hideClass(name, hidden),
    choose: (entry) => objects.toggleClass(entry),
    add: (name) => objects.addClass(name),
    change: (old, next) => objects.changeClass(old, next),
    remove: (entry) => objects.removeClass(entry),
    exportList: () => saveClasses(bench),
    importList: () => run('snake.import'),
    leave,
  };
};

const namesOf = remembered(measurementNames);
const scaleIn = remembered(scaleOf);
const coloursIn = remembered(hasColourBands);

const displayView = (bench: Workbench, run: (id: string) => void, leave: () => void): DisplayView => {
  const { element, seeing, stage, collection } = bench;
  const { settings } = seeing;
  const lang = languageOf(element);
  const { colours } = settings;
  return {
    t: translator(lang),
    lang,
    settings,
    measurements: namesOf(collection.contours),
    colourBands: coloursIn(stage.image, collection.contours),
    scale: typeof colours === 'object' ? scaleIn(collection.contours, colours.measurement) : undefined,
    hasImage: stage.image !== undefined,
    channels: stage.image?.bands ?? 1,
    exact: stage.drawn !== undefined,
    histogram: bench.seeing.counting ? seeing.histogram : undefined,
    // A page may set anything, which Lit must not look into.
    navigator: Boolean(element.navigator),
    magnifier: seeing.magnifier.open,
    change: (next) => seeing.change(next),
    valueAt: (share) => seeing.valueAt(share),
    shareOf: (value) => seeing.shareOf(value),
    goTo: (text) => goTo(bench, text),
    showNavigator: (shown) => seeing.showNavigator(shown),
    toggleMagnifier: () => run('snake.view.magnifier'),
    upright: () => run('snake.view.upright'),
    leave,
  };
};

/** The picture of the channel in force, of what is in view. */
export const channelRequest = (bench: Workbench): PreviewRequest | undefined => {
  const { element, stage, runs, projection } = bench;
  const { engine, image, slice } = stage;
  const { algorithm, parameters } = element;
  const schema = stage.seat.algorithms.find(({ id }) => id === algorithm)?.schema.properties.channel;
  if (!engine || !image || !projection || runs.busy || !schema) return undefined;
  const set: unknown = element.channel ?? parameters.channel ?? schema.default;
  if (typeof set !== 'string') return undefined;
  // What automatic channels begin with.
  const channel = set === 'auto' ? (image.bands > 1 ? 'principal' : 'luminance') : set;
  const rect = inView(projection, image) ?? { x: 0, y: 0, width: image.width, height: image.height };
  const scale = Math.max(rect.width / PREVIEW.width, rect.height / PREVIEW.height);
  const size = { width: Math.ceil(rect.width / scale), height: Math.ceil(rect.height / scale), slice };
  return {
    key: JSON.stringify([image.id, slice ?? 0, set, rect]),
    ask: () => engine.display(image.id, { ...displayRequest(image, rect, size), channel }),
  };
};
