/** Types of a language's tables: a text for every message, and one for every error code. */
import type { ErrorCode } from '../../core/errors.js';
import type { english } from './en.js';

export type MessageKey = keyof typeof english;
export type MessageTable = Readonly<Record<MessageKey, string>>;
export type ErrorTable = Readonly<Record<ErrorCode, string>>;
