/** Types of a language's tables: a text for every message, and one for every error code. */
import type { ErrorCode } from '../../core/errors.js';
import type { englishDrawing } from './drawing/en.js';
import type { english } from './en.js';
import type { englishFiles } from './files/en.js';
import type { englishPanes } from './panes/en.js';
import type { englishProblems } from './problems/en.js';
import type { englishSearches } from './searches/en.js';
import type { englishUnsure } from './unsure/en.js';

/** The key of a message. */
export type MessageKey =
  | keyof typeof english
  | keyof typeof englishDrawing
  | keyof typeof englishFiles
  | keyof typeof englishPanes
  | keyof typeof englishProblems
  | keyof typeof englishSearches
  | keyof typeof englishUnsure;
/** A language's text for every message but those that have tables of their own. */
export type MainTable = Omit<MessageTable, keyof typeof englishDrawing | keyof typeof englishProblems>;
/** A language's text for every message of drawings and of changes of outlines. */
export type DrawingTable = Readonly<Record<keyof typeof englishDrawing, string>>;
/** A language's text for every message that only the banner of an error tells. */
export type ProblemTable = Readonly<Record<keyof typeof englishProblems, string>>;
/** A language's text for every message. */
export type MessageTable = Readonly<Record<MessageKey, string>>;
/** A language's sentences for reasons of errors, by their codes; `{0}`, `{1}` stand for the values in the order of the English sentence. */
export type ReasonTable = Readonly<Record<string, string>>;
/** A language's text for every error code. */
export type ErrorTable = Readonly<Record<ErrorCode, string>>;
