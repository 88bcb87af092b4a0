/** What the page adds to the component's strip of images: a place for one's own, the sample task, and the switch for developers. */
import { html, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { type DemoImage, images } from '../images.js';
import { inEachLanguage, text } from '../texts/texts.js';

export interface Choices {
  image(image: DemoImage): void;
  files(files: readonly File[]): void;
  /** Begins the sample task. */
  task(): void;
  /** Shows or hides what developers look at. */
  developer(shown: boolean): void;
}

export interface Chooser {
  /** Asks for a file; in answer to a press only. */
  choose(): void;
  /** Adds an image of the visitor's own to the strip. */
  opened(file: File): void;
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

export const chooser = (segmenter: SnakeSegmenter, choices: Choices): Chooser => {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    choices.files([...(input.files ?? [])]);
    input.value = '';
  });
  let developer = false;
  /** Their small pictures are the component's. */
  const own: { readonly src: File }[] = [];
  const [before, after] = (['images-start', 'images-end'] as const).map((slot) => {
    const part = document.createElement('div');
    part.slot = slot;
    part.className = slot;
    segmenter.append(part);
    return part;
  });

  const draw = (): void => {
    const ours = images.map(({ id, src, thumbnail }) => ({
      src,
      thumbnail,
      title: text(`${id}Title`),
      about: text(`${id}About`),
    }));
    segmenter.images = [...own, ...ours];
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
    // An image has settings of its own here.
    event.preventDefault();
    const { src } = event.detail.image;
    const image = images.find((each) => each.src === src);
    if (image) choices.image(image);
    else if (src instanceof File) choices.files([src]);
  });
  acceptFiles(choices.files);
  inEachLanguage(draw);
  return {
    choose: () => input.click(),
    opened: (file) => {
      const known = own.findIndex(({ src }) => isSame(src, file));
      own.splice(Math.max(0, known), known < 0 ? 0 : 1, { src: file });
      draw();
    },
  };
};

/** Files dropped or pasted anywhere on the page. */
const acceptFiles = (onFiles: (files: readonly File[]) => void): void => {
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
    const files = [...(event.dataTransfer?.files ?? [])];
    dropping(false);
    // The component has taken what was dropped on it.
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    onFiles(files);
  });
  document.addEventListener('paste', (event) => {
    onFiles([...(event.clipboardData?.files ?? [])]);
  });
};
