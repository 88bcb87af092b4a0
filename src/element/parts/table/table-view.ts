/** The table's view of a workbench: rows, columns, and the functions that it calls. */
import { remembered } from '../../../core/remembered.js';
import type { ImageInfo } from '../../../worker/protocol.js';
import type { AnnotatedObject } from '../../contours/objects.js';
import { languageOf, translator } from '../../i18n/messages.js';
import { copyText } from '../../workbench/editing/clipboard.js';
import type { Workbench } from '../../workbench/workbench.js';
import { save, stem } from '../files.js';
import type { ListState } from '../objects/list-state.js';
import { removeRows } from '../objects/remove-rows.js';
import type { Column, ColumnContext } from './columns.js';
import type { TableView } from './measurement-table.js';
import type { TableState } from './table-state.js';
import { commaSeparated, tabbed } from './table-text.js';

const contextOf = remembered(
  (lang: string, image: ImageInfo | undefined, slice: number | undefined): ColumnContext => ({
    t: translator(lang),
    lang,
    image,
    slice,
  }),
);

/** The table's view; `list` is the state of the list of objects, whose search and filter the table follows. */
export const tableView = (bench: Workbench, list: ListState, state: TableState): TableView => {
  const { element, objects, stage, voice } = bench;
  const lang = languageOf(element);
  const context = contextOf(lang, stage.image, stage.slice);
  const { all, selected } = objects;
  const chosen = new Set(selected);
  return {
    t: context.t,
    lang,
    disabled: element.disabled,
    objects: all,
    state,
    found: list.find(all, list.query, context.t('object')),
    columns: state.columns(all, context),
    isSelected: (object) => chosen.has(object),
    select: (rows) => {
      objects.select(rows);
      const last = rows.at(-1);
      if (last) bench.moving.lookAt(last);
    },
    remove: (next) => {
      const done = removeRows(bench, next);
      const [only] = objects.selected;
      if (done && only) bench.moving.lookAt(only);
      return done;
    },
    show: (object) => bench.moving.bringIntoView(object),
    copy: (rows, columns) => void copy(rows, columns),
    save: (rows, columns) => {
      const name = `${stage.image ? stem(stage.image.name) : 'image'}-measurements.csv`;
      save(voice, new Blob([commaSeparated(rows, columns)], { type: 'text/csv' }), name);
    },
    close: () => {
      element.table = false;
      element.focus();
    },
  };

  async function copy(rows: readonly AnnotatedObject[], columns: readonly Column[]): Promise<void> {
    const done = await copyText(tabbed(rows, columns));
    if (done) voice.say('tableCopied', { count: rows.length });
    else voice.say('copyDenied');
  }
};
