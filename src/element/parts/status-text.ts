/** The text of the status line: the work under way, else the last message, else a hint for the tool. */
import type { RunState } from '../../algorithm/algorithm.js';
import type { Commands } from '../commands/commands.js';
import { titleIn } from '../extensions/table.js';
import { algorithmTitle, fieldNames } from '../i18n/fields/fields.js';
import { languageOf, type Translate } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import type { StorageState } from '../storage/keeper.js';
import { type BuiltInToolId, isBuiltIn } from '../tools/tool-id.js';
import type { SearchState } from '../workbench/search/searching.js';
import type { Workbench } from '../workbench/workbench.js';
import { inWordsFor } from './by-finger.js';
import type { StatusView } from './status.js';

const hints: Readonly<Record<BuiltInToolId, MessageKey>> = {
  pan: 'hintPan',
  box: 'hintBox',
  polygon: 'hintPolygon',
  point: 'hintPoint',
  rectangle: 'hintDraw',
  ellipse: 'hintDraw',
  freehand: 'hintDraw',
  brush: 'hintBrush',
  eraser: 'hintEraser',
  cut: 'hintCut',
  retrace: 'hintRetrace',
  nodes: 'hintNodes',
};

const hintOf = ({ element, extensions, collection, selectedHere, stage }: Workbench, t: Translate): string => {
  const { tool } = element;
  const say = (key: MessageKey): string => t(key, { alt: stage.slices ? 'Alt+' : '' });
  if (tool === 'nodes' && !selectedHere) return say('hintNodesFirst');
  if (tool === 'pan' && collection.selected) return say('hintMove');
  if (isBuiltIn(tool)) return say(hints[tool]);
  const { hint, title = '' } = extensions.tools.get(tool) ?? {};
  return titleIn(hint ?? title, languageOf(element));
};

const textOf = (bench: Workbench, t: Translate): string => {
  const { element, runs, stage, voice } = bench;
  const { current } = runs;
  if (current) {
    const { from, state = from === 'auto' ? { searching: true } : {} } = current;
    const { step = 0, level = 0, searching, starts }: Partial<RunState> = state;
    const info = bench.algorithms.find(({ id }) => id === current.algorithm);
    const language = languageOf(element);
    const title = info ? algorithmTitle(language, info) : current.algorithm;
    const model = info?.schema.properties.model;
    const algorithm =
      element.model && model
        ? `${title} · ${fieldNames(language, current.algorithm, 'model', model).choice(element.model)[0]}`
        : title;
    const text = current.ending
      ? t('ending', { algorithm })
      : searching
        ? t(current.paused ? 'pausedSearch' : 'runningSearch', { algorithm })
        : starts
          ? t(current.paused ? 'pausedMany' : 'runningMany', { algorithm, done: starts.done, count: starts.of })
          : t(current.paused ? 'pausedStep' : 'runningStep', { algorithm, step, level });
    const { length } = runs.waiting;
    return length > 0 ? `${text} · ${t('waiting', { count: length })}` : text;
  }
  if (stage.opening !== undefined) return t('opening', { name: stage.opening });
  const search = searchText(bench.searching.state, t);
  if (search !== undefined) return search;
  if (!stage.engine || !stage.seat.backend) return t('starting');
  if (voice.message) return t(voice.message.key, voice.message.values);
  if (stage.image && stage.blank) return t('opening', { name: stage.image.name });
  return stage.image ? hintOf(bench, t) : t('ready');
};

/** How far a search region by region is. */
export const searchText = (state: SearchState | undefined, t: Translate): string | undefined => {
  if (!state) return undefined;
  const { regions, done, count, paused, ending } = state;
  if (ending) return t('ending', { algorithm: t('searchSection') });
  return regions === 0 ? t('searchPlanned') : t(paused ? 'searchPaused' : 'searching', { done, regions, count });
};

const KEPT: Partial<Record<StorageState, MessageKey>> = {
  failed: 'keptFailed',
  saved: 'keptSaved',
  unsaved: 'keptUnsaved',
};

/** What `autosave` did; nothing on an image with no work that could be saved. */
const keptOf = ({ state, isStored }: Workbench['works'], t: Translate): Pick<StatusView, 'kept'> => {
  const key = state === 'saved' && !isStored ? undefined : KEPT[state];
  return key ? { kept: { text: t(key), help: t('keptSavedHelp'), failed: state === 'failed' } } : {};
};

const offered = (id: string | undefined, commands: Commands): StatusView['offer'] => {
  const info = id === undefined ? undefined : commands.info(id);
  return info?.enabled ? { title: info.title, run: () => void commands.execute(info.id) } : undefined;
};

/** The status line of a workbench. */
export const statusView = (bench: Workbench, t: Translate, commands: Commands): StatusView => {
  const { element, runs, stage, objects, voice, works } = bench;
  const search = bench.searching.state;
  const active = runs.busy || stage.opening !== undefined || search !== undefined;
  const done = runs.busy ? runs.current?.state?.done : search?.regions ? search.share : undefined;
  const { backend } = stage.seat;
  const offer = offered(active ? undefined : voice.message?.offer, commands);
  // A search region by region has a button of its own.
  const stop = offered(runs.busy ? 'snake.cancel' : undefined, commands);
  return {
    text: textOf(bench, inWordsFor(bench.touched, t)),
    active,
    ...(element.autosave ? keptOf(works, t) : {}),
    ...(offer ? { offer } : {}),
    ...(stop ? { stop } : {}),
    ...(done === undefined ? {} : { done }),
    ...(backend
      ? { backend: backend.backend === 'cpu' ? 'CPU' : `WebGPU · ${backend.adapter}`, backendTitle: backend.reason }
      : {}),
    count: objects.all.length,
    t,
  };
};
