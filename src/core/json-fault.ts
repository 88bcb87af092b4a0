/** Says what is wrong with an invalid JSON text, in our own words: engines' messages differ, and are in English. */
import { because, type Reason } from './reasons.js';

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** Whether a text ends within a string or with unclosed brackets; false where brackets do not match. */
const endsEarly = (text: string): boolean => {
  const open: string[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (quoted) {
      if (sign === '\\') at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '[' || sign === '{') open.push(CLOSING[sign]!);
    else if ((sign === ']' || sign === '}') && open.pop() !== sign) return false;
  }
  return quoted || open.length > 0;
};

/** The reason why a text cannot be read as JSON. */
export const jsonFault = (text: string): Reason => {
  if (text.trim() === '') return because('text-empty')`it is empty`;
  return endsEarly(text) ? because('json-cut')`it ends too early` : because('json-damaged')`its JSON is damaged`;
};
