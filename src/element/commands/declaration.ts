/** Commands, key bindings and entries of menus as data. */
import { loaded } from '../../core/later.js';
import type { MessageValues } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import type { IconName } from '../parts/icons.js';
import type { Workbench } from '../workbench/workbench.js';

/** A command: id, title, condition and function. */
export interface CommandDeclaration {
  readonly id: string;
  readonly title: MessageKey;
  /** Of the title. */
  readonly values?: MessageValues;
  readonly icon?: IconName;
  /** The condition under which it can be run: names of states joined with `!`, `&&`, `||` and parentheses. */
  readonly when?: string;
  /** The state under which the command's button is shown as pressed. */
  readonly checked?: string;
  readonly run: (bench: Workbench, ...args: readonly unknown[]) => unknown;
}

/** A key for a command, such as `Mod+Shift+Z`: `Mod` is Command on a Mac and Ctrl elsewhere. */
export interface KeyBinding {
  readonly command: string;
  readonly key: string;
}

/** A command in a group of the toolbar. */
export interface MenuEntry {
  readonly command: string;
  /** Entries of a group stand together. */
  readonly group: string;
}

/** Returns the promise for a script that calls the command; its rejection is handled, as the run reports errors itself. */
export const settled = (promise: Promise<unknown>): Promise<unknown> => {
  promise.catch(() => {});
  return promise;
};

/** Calls a function with a part that is loaded when it is first needed; where it does not come, that is reported. */
export const withLoaded = <T>({ voice }: Workbench, coming: Promise<T>, act: (part: T) => void): Promise<unknown> =>
  settled(
    loaded(coming).then(act, (error: unknown) => {
      voice.fail(error);
      throw error;
    }),
  );
