/** The strip of images to choose from, the place for one's own, and the switch for developers. */
import { html, render } from 'lit';
import { type DemoImage, images } from '../images.js';
import { inEachLanguage, text } from '../texts/texts.js';

export interface Chooser {
  /** Marks the image shown; `undefined` for one's own. */
  mark(id: string | undefined): void;
}

export interface Choices {
  image(image: DemoImage): void;
  file(file: File): void;
  /** Begins the sample task. */
  task(): void;
  /** Shows or hides what developers look at. */
  developer(shown: boolean): void;
}

export const chooser = (host: HTMLElement, choices: Choices): Chooser => {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) choices.file(file);
    input.value = '';
  });
  let chosen: string | undefined;
  let developer = false;

  const card = (image: DemoImage) => html`
    <button class="choice" aria-pressed=${image.id === chosen} title="${text(`${image.id}Title`)}: ${text(`${image.id}About`)}"
      @click=${() => choices.image(image)}>
      <img src=${image.thumbnail} alt="" width="72" height="48" />
      <span>${text(`${image.id}Title`)}</span>
    </button>
  `;
  const draw = (): void => {
    host.setAttribute('aria-label', text('images'));
    render(
      html`
        <button class="open" title=${text('openHelp')} @click=${() => input.click()}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M5 12h14" /></svg>
          <span>${text('open')}</span>
        </button>
        <div class="choices">${images.map(card)}</div>
        <button class="switch" title=${text('sampleTaskHelp')} @click=${choices.task}>${text('sampleTask')}</button>
        <button class="switch" aria-pressed=${developer} title=${text('developerHelp')} @click=${turn}>
          ${text('developer')}
        </button>
      `,
      host,
    );
  };
  const turn = (): void => {
    developer = !developer;
    choices.developer(developer);
    draw();
  };

  acceptFiles(choices.file);
  inEachLanguage(draw);
  return {
    mark(id) {
      chosen = id;
      draw();
    },
  };
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
