/** The HTML that would make this viewer on any page, with the settings in force. */
import { html, render } from 'lit';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

const quote = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Five lines: a script, the element, what to do with a contour. */
export const markup = (src: string, settings: readonly Setting[]): string => {
  const attributes = settings.map(({ name, value }) => ` ${name}="${quote(value)}"`).join('');
  return [
    '<script type="module" src="snake-segmenter.js"></script>',
    `<snake-segmenter src="${quote(src)}"${attributes} toolbar></snake-segmenter>`,
    '<script>',
    "  addEventListener('contour-complete', (e) => console.log(e.detail.contour));",
    '</script>',
  ].join('\n');
};

export const snippet = (host: HTMLElement): ((src: string, settings: readonly Setting[]) => void) => {
  return (src, settings) => {
    const text = markup(src, settings);
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
        <h2>Five lines of HTML made this <button @click=${copy}>Copy</button></h2>
        <pre tabindex="0">${text}</pre>
      `,
      host,
    );
  };
};
