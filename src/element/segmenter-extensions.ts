/** The element's commands, and what a page adds to it. */
import { defaultAlgorithm } from '../algorithm/algorithm.js';
import type { AlgorithmSource } from './client/algorithm-source.js';
import type { CommandContribution, CommandInfo } from './commands/commands.js';
import { checkChord } from './commands/keys.js';
import { type Extension, registerAll } from './extensions/extension.js';
import type { FormatContribution } from './extensions/own-format.js';
import type { ModelContribution } from './extensions/own-model.js';
import type { PanelContribution } from './extensions/own-panel.js';
import type { ToolContribution } from './extensions/own-tool.js';
import { SegmenterElement } from './segmenter-element.js';

/** The element's commands and registrations. */
export abstract class SegmenterExtensions extends SegmenterElement {
  abstract registerAlgorithm(source: AlgorithmSource): Promise<() => void>;

  /** The commands, and whether each can run now. */
  get commands(): readonly CommandInfo[] {
    return this.commandTable.list;
  }

  /**
   * Runs a command if it can run now.
   * @param id of the command, such as `snake.undo`
   * @param args values for its function
   * @returns the value that its function gives; `undefined` where it cannot run now
   * @throws SegmenterError `bad-parameter` for an unknown id
   */
  executeCommand(id: string, ...args: readonly unknown[]): unknown {
    return this.commandTable.execute(id, ...args);
  }

  /**
   * Adds a command. The function returned removes it.
   * @param command its id, title and function; key, icon, group and conditions where it has them
   * @throws SegmenterError `bad-parameter` where it has no id, title or function
   */
  registerCommand(command: CommandContribution): () => void {
    return this.commandTable.register(command);
  }

  /**
   * Gives a command these keys and no others.
   * @param id of the command
   * @param keys such as `Mod+Shift+Z`, `Mod` being Command on a Mac and Ctrl elsewhere; none leaves it without a key
   * @throws SegmenterError `bad-parameter` for an unknown id, and for keys with an unknown modifier or without a key
   */
  rebind(id: string, ...keys: readonly string[]): void {
    for (const key of keys) checkChord('key', key ?? null);
    this.commandTable.rebind(id, ...keys);
  }

  /**
   * Takes a command out of the toolbar, or puts it back.
   * @param id of the command
   * @param hidden false puts it back
   * @throws SegmenterError `bad-parameter` for an unknown id
   */
  hideCommand(id: string, hidden = true): void {
    this.commandTable.hide(id, hidden);
  }

  /**
   * Sets a state that the conditions `when` and `checked` of the page's commands name, beside the component's own.
   * @param name one word
   * @param value whether the state holds
   * @throws SegmenterError `bad-parameter` where the name is no word, or is one of the component's states
   */
  setContext(name: string, value: boolean): void {
    this.bench.extensions.setContext(name, value, this.ownStates);
    this.requestUpdate();
  }

  /**
   * Adds a tool, with the command `snake.tool.` and its id, and a button in the toolbar. The function returned removes it; where
   * it is in hand, `pan` takes its place. What its functions throw is reported as `bad-extension`.
   * @param tool its id and title, and functions of pointers and keys, in full-resolution pixels
   * @throws SegmenterError `bad-parameter` where a member is missing or of another kind, or the component has one of that id
   */
  registerTool(tool: ToolContribution): () => void {
    const off = this.bench.extensions.addTool(tool);
    const { id, title, icon, key, group = 'draw' } = this.bench.extensions.tools.get(tool.id) ?? tool;
    const offCommand = this.commandTable.register({
      id: `snake.tool.${id}`,
      title,
      when: 'enabled',
      checked: `tool.${id}`,
      ...(icon === undefined ? {} : { icon }),
      ...(key === undefined ? {} : { key }),
      ...(group === false ? {} : { group }),
      run: () => {
        this.tool = id;
      },
    });
    return () => {
      off();
      offCommand();
      if (this.tool === id) this.tool = 'pan';
    };
  }

  /**
   * Adds a format of contours, for `export`, `import`, dropped files and the panel. The function returned removes it. Formats of the
   * page are asked before the component's own.
   * @param format its id, title and extension, `write`, and `read` with `recognises`
   * @throws SegmenterError `bad-parameter` where a member is missing or of another kind, or the component has one of that id
   */
  registerFormat(format: FormatContribution): () => void {
    return this.bench.extensions.addFormat(format);
  }

  /**
   * Adds a section to the panel. The function returned removes it.
   * @param panel its id and title, and the function that fills it
   * @throws SegmenterError `bad-parameter` where a member is missing or of another kind
   */
  registerPanel(panel: PanelContribution): () => void {
    return this.bench.extensions.addPanel(panel);
  }

  /**
   * Adds a model of the page, such as a neural network, under its id beside the algorithms: every tool then asks it, and the snake
   * refines the mask or outline that it gives. The function returned removes it.
   * @param model its id and title, and the function from prompts, in full-resolution pixels, to a mask or an outline
   * @throws SegmenterError `bad-parameter` where a member is missing or of another kind, or the component has one of that id
   */
  registerModel(model: ModelContribution): () => void {
    const off = this.bench.extensions.addModel(model, this.bench.stage.seat.algorithms);
    const { id } = model;
    return () => {
      off();
      if (this.algorithm === id) this.algorithm = defaultAlgorithm;
    };
  }

  /**
   * Adds all that a package contributes: the list `contributes` of its manifest, by kind. Where one of them is refused, none are
   * kept. The promise resolves to the function that removes them.
   * @param extension `{contributes: {commands, tools, formats, panels, models, algorithms}}`, each a list
   * @throws SegmenterError `bad-parameter`, `detached` where it has algorithms and the component is not in a page
   */
  registerExtension(extension: Extension): Promise<() => void> {
    return registerAll(this, extension);
  }
}
