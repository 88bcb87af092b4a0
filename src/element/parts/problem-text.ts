/** The text of an error in the banner: it names fields by their labels, and has no code. */
import type { ErrorData } from '../../core/errors.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { fieldNames } from '../i18n/fields/fields.js';
import { addEnglish, errorText, languageOf, translator, valuesIn } from '../i18n/messages.js';
import { englishProblems } from '../i18n/problems/en.js';
import type { MessageKey } from '../i18n/tables.js';
import type { Workbench } from '../workbench/workbench.js';
import { inWordsFor } from './by-finger.js';

addEnglish(englishProblems);

/** What is told of a search that found nothing, by the code of where. */
const byWhere: Readonly<Record<string, MessageKey | undefined>> = {
  'where-no-larger': 'noLarger',
  'where-no-smaller': 'noSmaller',
  'in-search': 'nothingDetected',
  'none-alike': 'nothingAlike',
  'in-any-region': 'nothingInRegions',
  'nothing-new': 'nothingNew',
};

/** A count of bytes as people write it. */
const amount = (bytes: string | number, language: string): string => {
  const count = Number.parseInt(String(bytes), 10);
  const [unit, by] = count >= 2 ** 30 ? (['gigabyte', 2 ** 30] as const) : (['megabyte', 2 ** 20] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumSignificantDigits: 3 }).format(count / by);
};

/** Reasons of starts and marks that lie outside of the rectangle in which they may be. */
const OUTSIDE: ReadonlySet<string> = new Set(['box-outside', 'point-outside', 'polygon-outside', 'mark-outside']);

/** Whether an error says that a start or a mark lies beyond the image, and not only beyond a domain in it. */
const isBeyond = ({ reasons }: ErrorData, image: ImageInfo | undefined): boolean => {
  const { code, values = [] } = reasons?.reason ?? {};
  if (!image || !OUTSIDE.has(String(code))) return false;
  const [first, ...others] = values;
  const within = typeof first === 'object' ? first.values : others;
  return within.join() === [0, image.width, 0, image.height].join();
};

/** The text of an error in the page's language. */
export const problemText = (bench: Workbench, problem: ErrorData): string => {
  const { element, stage } = bench;
  const language = languageOf(element);
  const t = inWordsFor(bench.touched, translator(language));
  const { code } = problem;
  const values = valuesIn(language, problem);
  if (isBeyond(problem, stage.image)) return t('beyondImage');
  if (code === 'bad-init' && values.reason !== undefined) return t('startRefused', { reason: values.reason });
  if (code === 'tile-unavailable' && values.reason !== undefined) return t('partUnreadable', { reason: values.reason });
  const found = byWhere[problem.reasons?.where?.code ?? ''];
  if (found) return t(found);
  if (code === 'nothing-found' && values.point !== undefined) return t('nothingAtPoint', { point: values.point });
  if (code === 'image-too-large' && values.format !== undefined) {
    const { name = '', size = '', limit = '' } = values;
    return t('pictureTooLarge', { name, size: amount(size, language), limit: amount(limit, language) });
  }
  if (code !== 'bad-parameter') return errorText(language, problem);
  const { name = '', value = '', wanted = '' } = values;
  const schema = stage.seat.algorithms.find(({ id }) => id === element.algorithm)?.schema.properties[name];
  if (!schema) return errorText(language, problem);
  const { title } = fieldNames(language, element.algorithm, String(name), schema);
  return t('fieldRefused', { name: title, value, wanted });
};
