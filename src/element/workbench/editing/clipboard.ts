/** The clipboard: GeoJSON, as text for other programs and under its own type, and what this page copied where the browser's is out of reach. */

/** The media type of GeoJSON (RFC 7946, section 12). */
const GEOJSON = 'application/geo+json';

/** Text copied last on this page, and whether the browser's clipboard has it too. */
let own: { readonly text: string; readonly shared: boolean } | undefined;

/** Text of a clipboard event; `undefined` where there is none, as with a picture. */
const textOf = (data: DataTransfer): string | undefined =>
  data.getData(GEOJSON) || data.getData('text/plain') || undefined;

/** Copies GeoJSON. With the data of a clipboard event no permission is needed; never rejects. */
export const writeClipboard = async (text: string, data?: DataTransfer): Promise<void> => {
  if (data) {
    data.setData(GEOJSON, text);
    data.setData('text/plain', text);
    own = { text, shared: true };
    return;
  }
  own = { text, shared: false };
  try {
    await navigator.clipboard.writeText(text);
    own = { text, shared: true };
  } catch {
    // Denied, or a page without TLS: it can be pasted on this page.
  }
};

/** Texts on the clipboard, the likeliest to be meant first; none where it is empty, or out of reach and nothing was copied here. */
export const readClipboard = async (data?: DataTransfer): Promise<readonly string[]> => {
  const kept = own === undefined || own.shared ? [] : [own.text];
  if (data) return [textOf(data) ?? [], kept].flat();
  try {
    return [await navigator.clipboard.readText(), ...kept].filter((text) => text !== '');
  } catch {
    return own === undefined ? [] : [own.text];
  }
};

/** Copies text for other programs; false where the browser lets nothing be copied. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
};

/** Copies within an event of the clipboard, which pages without TLS have too. */
const copyByEvent = (text: string): boolean => {
  let done = false;
  const write = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    done = true;
  };
  document.addEventListener('copy', write, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', write);
  return done;
};

/** Whether a clipboard event brings text, and not files alone. */
export const hasText = ({ types }: DataTransfer): boolean => types.includes(GEOJSON) || types.includes('text/plain');
