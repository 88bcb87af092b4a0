/** The images to choose from, and the place for one's own. */
import { html, render } from 'lit';
import { type DemoImage, images } from '../images.js';

export interface Chooser {
  /** Marks the image shown; `undefined` for one's own. */
  mark(id: string | undefined): void;
}

export const chooser = (
  host: HTMLElement,
  onImage: (image: DemoImage) => void,
  onFile: (file: File) => void,
): Chooser => {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) onFile(file);
    input.value = '';
  });

  const card = (image: DemoImage, chosen: string | undefined) => html`
    <button class="choice" aria-pressed=${image.id === chosen} @click=${() => onImage(image)}>
      <img src=${image.thumbnail} alt="" width="150" height="100" />
      <b>${image.title}</b>
      <span>${image.about}</span>
    </button>
  `;
  const mark = (chosen: string | undefined): void => {
    render(
      html`
        ${images.map((image) => card(image, chosen))}
        <div class="own">
          <b>Your own image</b>
          Drop or paste it anywhere here. It stays on this computer.<br />
          <button @click=${() => input.click()}>Choose a file…</button>
        </div>
      `,
      host,
    );
  };

  acceptFiles(onFile);
  mark(undefined);
  return { mark };
};

/** Files dropped or pasted anywhere on the page. */
const acceptFiles = (onFile: (file: File) => void): void => {
  const dropping = (on: boolean): void => {
    document.body.classList.toggle('dropping', on);
  };
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dropping(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) dropping(false);
  });
  document.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    dropping(false);
    // The component has taken what was dropped on it.
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    onFile(file);
  });
  document.addEventListener('paste', (event) => {
    const file = event.clipboardData?.files[0];
    if (file) onFile(file);
  });
};
