/**
 * The result of one piece, in its own file, whose name the work determines. The file exists if and only if the piece
 * is done. A piece that is done twice gives the same bytes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeGeoJSON } from '../../contours/formats/geojson.js';
import { isRecord } from '../../core/record.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { writeWhole } from './whole-file.js';
import type { Work } from './work.js';

/** A start that gave no contour, and why. */
export interface FailedStart {
  readonly code: string;
  readonly message: string;
}

/** The result of one piece. */
export interface PieceResult {
  readonly contours: readonly ContourFeature[];
  /** Metadata that all contours have in common, stored once. */
  readonly shared: Readonly<Record<string, string>>;
  readonly problems: readonly FailedStart[];
  /** Whether the maximum number of objects was found. */
  readonly full: boolean;
}

/** The path of a piece's result. */
export const pieceFile = ({ folder }: Pick<Work, 'folder'>, index: number): string => join(folder, `${index}.jsonl`);

/** Writes a piece's result atomically: a line of what the contours have in common, then one line per contour. */
export const writePiece = (work: Work, index: number, result: PieceResult): Promise<void> => {
  const { contours, ...head } = result;
  const lines = [JSON.stringify({ ...head, count: contours.length }), ...contours.map((each) => writeGeoJSON(each))];
  return writeWhole(pieceFile(work, index), (file) => file.writeFile(`${lines.join('\n')}\n`));
};

/** `undefined` where the piece is not done. */
export const readPiece = async (work: Pick<Work, 'folder'>, index: number): Promise<PieceResult | undefined> => {
  let text: string;
  try {
    text = await readFile(pieceFile(work, index), 'utf8');
  } catch {
    return undefined;
  }
  const [first, ...rest] = text.split('\n');
  const head: unknown = parsed(first);
  // The last element is empty: it follows the last line break.
  const lines = rest.slice(0, -1).map(parsed);
  return isHead(head) && head.count === lines.length && lines.every(isContour)
    ? { shared: head.shared, problems: head.problems, full: head.full, contours: lines }
    : undefined;
};

const parsed = (line: string | undefined): unknown => {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
};

/** Whether a value is a contour as `writePiece` writes it. */
const isContour = (value: unknown): value is ContourFeature =>
  isRecord(value) && value.type === 'Feature' && isRecord(value.geometry) && isRecord(value.properties);

const isHead = (value: unknown): value is Omit<PieceResult, 'contours'> & { readonly count: number } =>
  isRecord(value) && 'count' in value && isRecord(value.shared) && Array.isArray(value.problems) && 'full' in value;
