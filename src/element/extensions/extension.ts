/** The manifest of a package that extends the component, and its registration. */
import { badParameter } from '../../core/errors.js';
import { coded, givenOf } from '../../core/given.js';
import type { AlgorithmSource } from '../client/algorithm-source.js';
import type { CommandContribution } from '../commands/commands.js';
import type { FormatContribution } from './own-format.js';
import type { ModelContribution } from './own-model.js';
import type { PanelContribution } from './own-panel.js';
import type { ToolContribution } from './own-tool.js';

/** Contributions of a package, in the manner of an editor's extension. */
export interface Extension {
  readonly contributes: {
    readonly commands?: readonly CommandContribution[];
    readonly tools?: readonly ToolContribution[];
    readonly formats?: readonly FormatContribution[];
    readonly panels?: readonly PanelContribution[];
    readonly models?: readonly ModelContribution[];
    /** As `registerAlgorithm` takes them: addresses, modules, functions. */
    readonly algorithms?: readonly AlgorithmSource[];
  };
}

type Off = () => void;

/** The part of the element through which an extension is registered. */
interface Host {
  registerCommand(command: CommandContribution): Off;
  registerTool(tool: ToolContribution): Off;
  registerFormat(format: FormatContribution): Off;
  registerPanel(panel: PanelContribution): Off;
  registerModel(model: ModelContribution): Off;
  registerAlgorithm(source: AlgorithmSource): Promise<Off>;
}

type Contributes = Extension['contributes'];

const KINDS: readonly (keyof Contributes)[] = ['commands', 'tools', 'formats', 'panels', 'models', 'algorithms'];

/** Registers all that an extension contributes, or nothing. Rejects with a coded error. */
export const registerAll = (host: Host, extension: Extension): Promise<Off> =>
  coded(async () => {
    const contributes = contributionsOf(extension);
    const offs: Off[] = [];
    const dispose = (): void => {
      for (const off of offs.splice(0).reverse()) off();
    };
    try {
      for (const command of contributes.commands ?? []) offs.push(host.registerCommand(command));
      for (const tool of contributes.tools ?? []) offs.push(host.registerTool(tool));
      for (const format of contributes.formats ?? []) offs.push(host.registerFormat(format));
      for (const panel of contributes.panels ?? []) offs.push(host.registerPanel(panel));
      for (const model of contributes.models ?? []) offs.push(host.registerModel(model));
      for (const module of contributes.algorithms ?? []) offs.push(await host.registerAlgorithm(module));
    } catch (error) {
      dispose();
      throw error;
    }
    return dispose;
  });

const contributionsOf = (extension: Extension): Contributes => {
  const wanted = 'it must be {contributes: {commands, tools, formats, panels, models, algorithms}}';
  const { contributes } = givenOf('extension', extension, wanted);
  const given = givenOf('contributes', contributes, wanted);
  for (const [kind, list] of Object.entries(given)) {
    if (!KINDS.some((known) => known === kind))
      throw badParameter('contributes', kind, `it must be one of ${KINDS.join(', ')}`);
    if (!Array.isArray(list)) throw badParameter(`contributes.${kind}`, list, 'it must be a list');
  }
  return given;
};
