/** The HTML that would make this viewer on any page, with the settings in force. */
import { html, render } from 'lit';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

const quote = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Five lines: a script, the element, what to do with a contour; and one more where parameters are set. */
export const markup = (
  src: string,
  settings: readonly Setting[],
  parameters: Readonly<Record<string, unknown>> = {},
): string => {
  const attributes = settings.map(({ name, value }) => ` ${name}="${quote(value)}"`).join('');
  return [
    '<script type="module" src="snake-segmenter.js"></script>',
    `<snake-segmenter src="${quote(src)}"${attributes} toolbar></snake-segmenter>`,
    '<script>',
    ...(Object.keys(parameters).length > 0
      ? [`  document.querySelector('snake-segmenter').parameters = ${JSON.stringify(parameters)};`]
      : []),
    "  addEventListener('contour-complete', (e) => console.log(e.detail.contour));",
    '</script>',
  ].join('\n');
};

export const snippet = (host: HTMLElement): ((...what: Parameters<typeof markup>) => void) => {
  return (...what) => {
    const text = markup(...what);
    const copy = async (event: Event): Promise<void> => {
      const button = event.currentTarget;
      await navigator.clipboard.writeText(text);
      if (button instanceof HTMLButtonElement) {
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 1500);
      }
    };
    render(
      html`
        <h2>${text.split('\n').length === 5 ? 'Five' : 'Six'} lines of HTML made this <button @click=${copy}>Copy</button></h2>
        <pre tabindex="0">${text}</pre>
      `,
      host,
    );
  };
};
