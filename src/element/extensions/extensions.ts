/** All that a page registered with one component, beside its commands. */
import { badParameter } from '../../core/errors.js';
import type { States } from '../commands/when.js';
import { checkedFormat, type FormatContribution } from './own-format.js';
import { checkedPanel, type PanelContribution } from './own-panel.js';
import { checkedTool, type ToolContribution } from './own-tool.js';
import { Table } from './table.js';

export class Extensions {
  readonly tools: Table<ToolContribution>;
  readonly formats: Table<FormatContribution>;
  readonly panels: Table<PanelContribution>;

  #context: States = {};

  constructor(changed: () => void) {
    this.tools = new Table(changed);
    this.formats = new Table(changed);
    this.panels = new Table(changed);
  }

  /** States of the page, for conditions. */
  get context(): States {
    return this.#context;
  }

  /** Throws `bad-parameter` where the name is no word, or is one of `taken`. */
  setContext(name: string, value: boolean, taken: States): void {
    if (typeof name !== 'string' || !/^[\w.-]+$/.test(name))
      throw badParameter('name', name, 'it must be of letters, digits, dots and dashes, and not empty');
    if (Object.hasOwn(taken, name)) throw badParameter('name', name, 'the component has a state of that name itself');
    this.#context = { ...this.#context, [name]: Boolean(value) };
  }

  addTool(tool: ToolContribution): () => void {
    return this.tools.add(checkedTool(tool));
  }

  addFormat(format: FormatContribution): () => void {
    return this.formats.add(checkedFormat(format));
  }

  addPanel(panel: PanelContribution): () => void {
    return this.panels.add(checkedPanel(panel));
  }
}
