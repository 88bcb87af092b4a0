/** All that a page registered with one component, beside its commands. */
import { defaultAlgorithm } from '../../algorithm/algorithm.js';
import { badParameter } from '../../core/errors.js';
import type { AlgorithmInfo } from '../../worker/protocol.js';
import type { States } from '../commands/when.js';
import { checkedFormat, type FormatContribution } from './own-format.js';
import { checkedModel, type ModelContribution } from './own-model.js';
import { checkedPanel, type PanelContribution } from './own-panel.js';
import { checkedTool, type ToolContribution } from './own-tool.js';
import { Table, titleIn } from './table.js';

/** The registrations of one component: tools, formats, sections of the panel, models. */
export class Extensions {
  readonly tools: Table<ToolContribution>;
  readonly formats: Table<FormatContribution>;
  readonly panels: Table<PanelContribution>;
  readonly models: Table<ModelContribution>;

  #context: States = {};

  constructor(changed: () => void) {
    this.tools = new Table(changed);
    this.formats = new Table(changed);
    this.panels = new Table(changed);
    this.models = new Table(changed);
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

  /** `algorithms` are those of the engine, whose ids are taken. */
  addModel(model: ModelContribution, algorithms: readonly AlgorithmInfo[]): () => void {
    return this.models.add(checkedModel(model, [defaultAlgorithm, ...algorithms.map(({ id }) => id)]));
  }

  /** The engine's algorithms, and after them the models, with the parameters of the snake where it refines what they give. */
  algorithms(own: readonly AlgorithmInfo[], language: string): readonly AlgorithmInfo[] {
    const snake = own.find(({ id }) => id === defaultAlgorithm)?.schema;
    const none = { type: 'object', properties: {} } as const;
    const models = this.models.list.map(({ id, title, refine }) => ({
      id,
      title: titleIn(title, language),
      schema: (refine !== false && snake) || none,
    }));
    return [...own, ...models];
  }

  /** The algorithm of the engine behind an id: the snake behind that of a model. */
  engineAlgorithm(id: string): string {
    return this.models.get(id) ? defaultAlgorithm : id;
  }

  addPanel(panel: PanelContribution): () => void {
    return this.panels.add(checkedPanel(panel));
  }
}
