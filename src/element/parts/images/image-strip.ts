/** The images that the page offers, as a strip of small pictures: one tab stop, arrow keys in between. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../../i18n/messages.js';
import { type ImageEntry, imageTitle } from '../../viewer/image-entry.js';
import { icon } from '../icons.js';
import { onBarKey, rove } from '../toolbar.js';

/** The images, and what the strip calls. */
export interface ImageStripView {
  readonly t: Translate;
  readonly disabled: boolean;
  readonly images: readonly ImageEntry[];
  /** -1 where none of them is open. */
  readonly current: number;
  count(image: ImageEntry): number;
  /** The address of its small picture, if there is one. */
  picture(image: ImageEntry): string | undefined;
  choose(index: number): void;
}

const card = (image: ImageEntry, index: number, view: ImageStripView): TemplateResult => {
  const { t, current } = view;
  const title = imageTitle(image);
  const count = view.count(image);
  const picture = view.picture(image);
  return html`<button type="button" class="image" tabindex="-1" aria-current=${index === current ? 'true' : nothing}
    title=${image.about ? `${title}: ${image.about}` : title} ?disabled=${view.disabled} @click=${() => view.choose(index)}>
    <span class="small">${
      picture ? html`<img src=${picture} alt="" loading="lazy" width="72" height="48" />` : icon('image')
    }${count > 0 ? html`<span class="badge"><span aria-hidden="true">${count}</span></span>` : nothing}</span>
    <span class="title">${title}</span>${count > 0 ? html`<span class="hidden">${t('objectsOn', { count })}</span>` : nothing}
  </button>`;
};

/** Renders the strip. */
export const imageStrip = (
  view: ImageStripView,
): TemplateResult => html`<nav class="images" part="images" aria-label=${view.t('images')}>
  <slot name="images-start"></slot>
  <div class="strip" role="group" aria-label=${view.t('images')} @keydown=${onBarKey} @focusin=${(
    event: FocusEvent,
  ) => {
    if (event.currentTarget instanceof Element && event.target instanceof Element)
      rove(event.currentTarget, event.target);
  }}>${view.images.map((image, index) => card(image, index, view))}</div>
  <slot name="images-end"></slot>
</nav>`;

/** The current image that was last brought into sight, by its strip. */
const shown = new WeakMap<Element, string>();

/** Keeps one tab stop, and brings the image that is open into sight once. */
export const afterStrip = (root: ParentNode, focused: Element | null | undefined): void => {
  const strip = root.querySelector('.strip');
  if (!strip) return;
  const current = strip.querySelector<HTMLElement>('[aria-current]');
  rove(strip, focused ?? (strip.querySelector('[tabindex="0"]') ? undefined : current));
  const key = current ? [...strip.children].indexOf(current).toString() : '';
  if (shown.get(strip) === key) return;
  shown.set(strip, key);
  if (!current) return;
  const [box, room] = [current.getBoundingClientRect(), strip.getBoundingClientRect()];
  const into = (from: number, to: number, least: number, most: number): number =>
    from < least ? from - least : to > most ? to - most : 0;
  strip.scrollBy(into(box.left, box.right, room.left, room.right), into(box.top, box.bottom, room.top, room.bottom));
};
