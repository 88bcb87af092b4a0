/** What the page adds to the component's strip of images: a place for one's own, the sample task, and the switch for developers. */
import { html, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { type DemoImage, images } from '../images.js';
import { inEachLanguage, text } from '../texts/texts.js';

export interface Choices {
  image(image: DemoImage): void;
  file(file: File): void;
  /** Begins the sample task. */
  task(): void;
  /** Shows or hides what developers look at. */
  developer(shown: boolean): void;
}

export const chooser = (segmenter: SnakeSegmenter, choices: Choices): void => {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) choices.file(file);
    input.value = '';
  });
  let developer = false;
  const [before, after] = (['images-start', 'images-end'] as const).map((slot) => {
    const part = document.createElement('div');
    part.slot = slot;
    part.className = slot;
    segmenter.append(part);
    return part;
  });

  const draw = (): void => {
    segmenter.images = images.map(({ id, src, thumbnail }) => ({
      src,
      thumbnail,
      title: text(`${id}Title`),
      about: text(`${id}About`),
    }));
    if (before)
      render(
        html`<button class="open" title=${text('openHelp')} @click=${() => input.click()}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M5 12h14" /></svg>
          <span>${text('open')}</span>
        </button>`,
        before,
      );
    if (after)
      render(
        html`<button class="switch" title=${text('sampleTaskHelp')} @click=${choices.task}>${text('sampleTask')}</button>
          <button class="switch" aria-pressed=${developer} title=${text('developerHelp')} @click=${turn}>
            ${text('developer')}
          </button>`,
        after,
      );
  };
  const turn = (): void => {
    developer = !developer;
    choices.developer(developer);
    draw();
  };

  segmenter.addEventListener('image-choose', (event) => {
    const image = images[event.detail.index];
    if (!image) return;
    // An image has settings of its own here.
    event.preventDefault();
    choices.image(image);
  });
  acceptFiles(choices.file);
  inEachLanguage(draw);
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
