/** The commands of one component, with the changes that its host made, and whether each can run now. */

import { suggest } from '../../algorithm/parameters.js';
import { badParameter, SegmenterError, show } from '../../core/errors.js';
import { givenOf, textOf } from '../../core/given.js';
import { checkTitle, type Title, titleIn } from '../extensions/table.js';
import type { Translate } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import { keyBindings, menus } from './contributions.js';
import type { CommandDeclaration, KeyBinding, MenuEntry } from './declaration.js';
import { checkChord, normalise } from './keys.js';
import { checkCondition, holds, type States } from './when.js';

/** A command as a host sees it, now. */
export interface CommandInfo {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly when?: string;
  readonly enabled: boolean;
  readonly checked?: boolean;
  readonly keys: readonly string[];
  readonly hidden: boolean;
}

/** A command that a page adds; `icon` is a name of the component's own icons, or SVG path data in a 24 × 24 box. */
export interface CommandContribution {
  readonly id: string;
  readonly title: Title;
  readonly icon?: string;
  readonly when?: string;
  readonly checked?: string;
  readonly run: (...args: readonly unknown[]) => unknown;
  readonly key?: string;
  /** The group of the toolbar it joins; in no toolbar when not given. */
  readonly group?: string;
}

/** Commands, key bindings and menus as data, in the form that a host's manifest has. */
export interface Contributes {
  readonly commands: readonly {
    readonly id: string;
    readonly title: string;
    readonly icon?: string;
    readonly when?: string;
  }[];
  readonly keybindings: readonly KeyBinding[];
  readonly menus: { readonly toolbar: readonly MenuEntry[] };
  /** A JSON Schema of the algorithm's parameters. */
  readonly configuration: object;
}

type Runner = (...args: readonly unknown[]) => unknown;

/** A declared command with what it does. */
type Declared = Omit<CommandDeclaration, 'run'> & { readonly run: Runner };

interface Entry {
  readonly title: (translate: Translate) => string;
  readonly icon?: string;
  readonly when?: string;
  readonly checked?: string;
  readonly run: Runner;
}

/** Messages for missing states. */
const REFUSALS: Readonly<Record<string, MessageKey>> = {
  canUndo: 'nothingUndone',
  canRedo: 'nothingRedone',
  hasContours: 'noObjects',
  hasExamples: 'noExample',
  hasSelection: 'nothingSelected',
  // No state has this name alone: it stands for those of the classes, by number.
  class: 'noKeyedClass',
};

/** The commands of one component, by id. */
export class Commands {
  readonly #entries = new Map<string, Entry>();
  readonly #hidden = new Set<string>();
  #bindings: readonly KeyBinding[] = keyBindings;
  #toolbar: readonly MenuEntry[] = menus.toolbar;

  constructor(
    declared: readonly Declared[],
    private readonly states: () => States,
    private readonly translate: () => Translate,
    private readonly language: () => string,
    private readonly changed: () => void,
  ) {
    for (const { id, title, values, ...rest } of declared) {
      this.#entries.set(id, { ...rest, title: (translate) => translate(title, values) });
    }
  }

  get list(): readonly CommandInfo[] {
    return this.infos([...this.#entries.keys()]);
  }

  get toolbar(): readonly MenuEntry[] {
    return this.#toolbar.filter(({ command }) => this.#entries.has(command) && !this.#hidden.has(command));
  }

  get bindings(): readonly KeyBinding[] {
    return this.#bindings;
  }

  info(id: string): CommandInfo {
    return this.infos([id])[0]!;
  }

  /** Several commands, in the same order: states, language and keys are looked up once for all. Throws `bad-parameter` for an unknown id. */
  infos(ids: readonly string[]): readonly CommandInfo[] {
    const [states, translate] = [this.states(), this.translate()];
    const keys = new Map<string, string[]>();
    for (const { command, key } of this.#bindings) keys.set(command, [...(keys.get(command) ?? []), key]);
    return ids.map((id) => {
      const { title, icon, when, checked } = this.#get(id);
      return {
        id,
        title: title(translate),
        ...(icon === undefined ? {} : { icon }),
        ...(when === undefined ? {} : { when }),
        enabled: Boolean(holds(when, states)),
        ...(checked === undefined ? {} : { checked: Boolean(holds(checked, states)) }),
        keys: keys.get(id) ?? [],
        hidden: this.#hidden.has(id),
      };
    });
  }

  /** Runs a command; `undefined` where it cannot run now. Throws `bad-parameter` for an unknown id. */
  execute(id: string, ...args: readonly unknown[]): unknown {
    const { when, run } = this.#get(id);
    return holds(when, this.states()) ? run(...args) : undefined;
  }

  /** Runs the command bound to a chord; false where no enabled command is bound to it. */
  press(chord: string): boolean {
    const command = this.commandFor(chord);
    if (command === undefined) return false;
    this.execute(command);
    return true;
  }

  /** The command that a chord runs now: the first of its bindings that is enabled. */
  commandFor(chord: string): string | undefined {
    const states = this.states();
    return this.#bindings.find(
      ({ command, key }) =>
        normalise(key) === chord && this.#entries.has(command) && holds(this.#get(command).when, states),
    )?.command;
  }

  /** What is to be said of a chord that runs nothing now: the state that its commands lack, where it is one that a person can bring about. */
  refusalOf(chord: string): MessageKey | undefined {
    const states = this.states();
    const wanted = this.#bindings
      .filter(({ key }) => normalise(key) === chord)
      .map(({ command }) => this.#entries.get(command)?.when ?? '');
    const lacking = Object.entries(REFUSALS).find(
      ([state]) => !states[state] && wanted.some((when) => when.split(/\W+/).includes(state)),
    );
    return lacking?.[1];
  }

  /** Gives a command these keys and no others. A key that was bound to another command moves here. */
  rebind(id: string, ...keys: readonly string[]): void {
    this.#get(id);
    const taken = new Set(keys.map(normalise));
    const others = this.#bindings.filter(({ command, key }) => command !== id && !taken.has(normalise(key)));
    this.#bindings = [...keys.map((key) => ({ command: id, key })), ...others];
    this.changed();
  }

  /** Gives the component's own commands the keys that they had at first; those of the page keep theirs. */
  restoreKeys(): void {
    const own = new Set(keyBindings.map(({ command }) => command));
    const taken = new Set(keyBindings.map(({ key }) => normalise(key)));
    const others = this.#bindings.filter(({ command, key }) => !own.has(command) && !taken.has(normalise(key)));
    this.#bindings = [...others, ...keyBindings];
    this.changed();
  }

  /** Takes a command out of the toolbar, or puts it back; it still runs by key and by id. */
  hide(id: string, hidden = true): void {
    this.#get(id);
    if (hidden) this.#hidden.add(id);
    else this.#hidden.delete(id);
    this.changed();
  }

  /** Adds a command, in place of one of the same id. The function returned removes it and restores the one before. */
  register(command: CommandContribution): () => void {
    const { id, title, key, group, ...rest } = checked(command);
    const before = { entry: this.#entries.get(id), bindings: this.#bindings, toolbar: this.#toolbar };
    this.#entries.set(id, { ...rest, title: () => titleIn(title, this.language()) });
    if (key !== undefined) this.#bindings = [{ command: id, key }, ...this.#bindings];
    if (group !== undefined && !this.#toolbar.some(({ command }) => command === id)) {
      const last = this.#toolbar.findLastIndex((entry) => entry.group === group);
      this.#toolbar = this.#toolbar.toSpliced(last < 0 ? this.#toolbar.length : last + 1, 0, { command: id, group });
    }
    this.changed();
    return () => {
      if (before.entry) this.#entries.set(id, before.entry);
      else this.#entries.delete(id);
      this.#bindings = this.#bindings.filter((binding) => binding.command !== id || before.bindings.includes(binding));
      if (!before.toolbar.some(({ command }) => command === id)) {
        this.#toolbar = this.#toolbar.filter(({ command }) => command !== id);
      }
      this.changed();
    };
  }

  contributes(configuration: object): Contributes {
    return {
      commands: this.list.map(({ id, title, icon, when }) => ({ id, title, icon, when })),
      keybindings: this.#bindings,
      menus: { toolbar: this.toolbar },
      configuration,
    };
  }

  #get(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry) return entry;
    throw new SegmenterError('bad-parameter', {
      name: 'command',
      value: show(id),
      wanted: suggest(show(id), [...this.#entries.keys()]),
    });
  }
}

/** Throws `bad-parameter` where a contribution has no id, title or function, or a condition that cannot be read. */
const checked = (given: CommandContribution): CommandContribution => {
  const command = givenOf('command', given, 'it must be {id, title, run}');
  const { id, title, run, when, checked, key, icon, group }: Partial<Record<keyof CommandContribution, unknown>> =
    command;
  if (typeof id !== 'string' || id === '') throw badParameter('id', id, 'it must be a text that is not empty');
  checkTitle('title', title);
  if (typeof run !== 'function') throw badParameter('run', run, 'it must be a function');
  checkChord('key', key);
  for (const [name, value] of Object.entries({ icon, group })) textOf(name, value);
  checkCondition('when', when);
  checkCondition('checked', checked);
  return command;
};
