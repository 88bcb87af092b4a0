/** The component's reports: events for the page, messages for the user, errors for both. */

import { frozen } from '../../contours/frozen.js';
import { type ErrorData, toErrorData } from '../../core/errors.js';
import type { MessageValues } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import type { Emit } from './events.js';

/** Errors that concern the caller alone, whose promise rejects: nothing is shown on the page. */
const QUIET: ReadonlySet<string> = new Set(['busy', 'detached']);

/** Errors that persist until their cause is gone, whatever is done in the meantime. */
const LASTING: ReadonlySet<string> = new Set(['storage-failed', 'no-webgpu']);

/** Errors that another start or another value avoids: nothing is broken. */
const MILD: ReadonlySet<string> = new Set([
  'bad-init',
  'bad-hints',
  'bad-pins',
  'bad-parameter',
  'nothing-found',
  'bad-import',
]);

/** Whether an error comes of what the user gave, so that the banner shows it as a hint. */
export const isMild = ({ code }: ErrorData): boolean => MILD.has(code);

/** Events whose default action a page can prevent. */
const CANCELABLE: ReadonlySet<string> = new Set(['contour-before-start', 'image-choose', 'file-save']);

/** A detail of its own for the listeners. The contours in it are those of the component: they are frozen once they are read. */
const shared = <Detail extends object>(detail: Detail): Detail => {
  const own = { ...detail };
  for (const name of ['contour', 'contours', 'details'] as const) {
    if (name in own) Object.defineProperty(own, name, { get: () => frozen(Reflect.get(detail, name)) });
  }
  return own;
};

/** A message on the status line: its key, values, and a command that it offers. */
export interface Message {
  readonly key: MessageKey;
  readonly values: MessageValues;
  /** A command offered beside the message. */
  readonly offer?: string;
}

/** Emits events, and keeps the message and the error that are shown. */
export class Voice {
  #message: Message | undefined;
  #problem: ErrorData | undefined;

  constructor(private readonly element: Pick<EventTarget, 'dispatchEvent'> & { requestUpdate(): void }) {}

  /** The last thing said, for the status line and screen readers. */
  get message(): Message | undefined {
    return this.#message;
  }

  /** The error shown in the banner. */
  get problem(): ErrorData | undefined {
    return this.#problem;
  }

  /** Dispatches an event from the element; false where a listener prevented what was to come. */
  readonly emit: Emit = (name, detail) =>
    this.element.dispatchEvent(
      new CustomEvent(name, {
        detail: shared(detail),
        bubbles: true,
        composed: true,
        cancelable: CANCELABLE.has(name),
      }),
    );

  /** Says something in the status line and to screen readers. A mild error leaves the banner: something else has happened since. */
  say(key: MessageKey, values: MessageValues = {}, offer?: string): void {
    if (this.#problem && isMild(this.#problem)) this.#problem = undefined;
    this.#message = { key, values, ...(offer === undefined ? {} : { offer }) };
    this.changed();
  }

  /** Removes the last message. */
  hush(): void {
    this.#message = undefined;
    this.changed();
  }

  /**
   * Reports an error by an event and in the banner; one that concerns the caller alone by the event only, and only where it ends a run. Aborts are not
   * reported.
   * @param id of the run that it ends
   */
  fail(error: unknown, id?: string): void {
    const data = toErrorData(error);
    const quiet = QUIET.has(data.code);
    if (data.code === 'aborted' || (quiet && id === undefined)) return;
    if (!quiet) {
      this.#problem = data;
      // The error replaces the last message.
      this.#message = undefined;
      this.changed();
    }
    const { code, message, recoverable } = data;
    this.emit('segmenter-error', { code, message, recoverable, ...(id === undefined ? {} : { id }) });
  }

  /** Removes the error banner. */
  forgive(): void {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.changed();
  }

  /** Removes the error banner where its error is of what is now done anew: that the work is not stored still holds. */
  beginAnew(): void {
    if (this.#problem && !LASTING.has(this.#problem.code)) this.forgive();
  }

  /** Removes the error banner where it shows this error. */
  settled(code: ErrorData['code']): void {
    if (this.#problem?.code === code) this.forgive();
  }

  /** Has the element render again. */
  changed(): void {
    this.element.requestUpdate();
  }
}
