/** XML, read in one pass, in time linear in its length. */
import { SaxesParser } from 'saxes';

/** Calls of the reader, in the order of the document. */
export interface XmlHandlers {
  /** Start of an element. Element names are without prefixes, attribute names with theirs. Returning `false` ends the reading. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean;
  close?(name: string): void;
  /** Text between tags, including CDATA, possibly in several parts. */
  text?(part: string): void;
}

/** Characters read before the next check for an early end. */
const STEP = 1 << 14;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads a document. Custom entities are not supported; nothing is fetched.
 * @throws RangeError where it is not well-formed; also whatever a handler throws
 */
export const readXml = (text: string, { open, close, text: written }: XmlHandlers): void => {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  let ended = false;
  parser.on('error', (error) => {
    throw new RangeError(error.message.replace(/\.$/, ''));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (!ended) ended = !open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    if (!ended) close?.(local(name));
  });
  for (const event of written ? (['text', 'cdata'] as const) : [])
    parser.on(event, (part) => {
      if (!ended) written?.(part);
    });
  for (let at = 0; at < text.length && !ended; at += STEP) parser.write(text.slice(at, at + STEP));
  if (!ended) parser.close();
};

/** The attributes of the first element of a name; `undefined` where there is none, or the text before it is not XML. */
export const firstElement = (text: string, wanted: string): Readonly<Record<string, string>> | undefined => {
  let found: Readonly<Record<string, string>> | undefined;
  try {
    readXml(text, {
      open: (name, attributes) => {
        if (name !== wanted) return true;
        found = attributes;
        return false;
      },
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
};

/** Escapes a text for an attribute value or for text between tags; characters that XML cannot hold become U+FFFD. */
export const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
