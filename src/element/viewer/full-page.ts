/**
 * The component in a page's viewer that fills the page. Up to version 5 such a viewer takes everything else out of the page, and later ones hide it: so the
 * component is put above the viewer for that time, and back where it was after it.
 */
import type OpenSeadragon from 'openseadragon';

/** Most of the window that the component has beside the viewer, in percent. */
const SHARE = 50;

/** Follows one viewer from and to the full page. */
export class FullPage {
  /** Where the component was; none where the viewer itself puts it back. */
  #place: Comment | undefined;
  #watch: ResizeObserver | undefined;
  /** The component's own `display` before the viewer hid it. */
  #display = '';

  constructor(
    private readonly viewer: OpenSeadragon.Viewer,
    private readonly element: HTMLElement,
  ) {
    viewer.addHandler('pre-full-page', this.#before);
    viewer.addHandler('full-page', this.#changed);
    if (viewer.isFullPage()) this.#enter();
  }

  /** Leaves the component where it is, and stops following. */
  destroy(): void {
    this.viewer.removeHandler('pre-full-page', this.#before);
    this.viewer.removeHandler('full-page', this.#changed);
    this.#leave();
  }

  readonly #before = (): void => {
    if (!this.#watch) this.#display = this.element.style.display;
  };

  readonly #changed = ({ fullPage }: { readonly fullPage: boolean }): void => {
    if (fullPage) this.#enter();
    else this.#leave();
  };

  /** Still in the task in which the viewer took the component out of the page, so that the component does not close. */
  #enter(): void {
    const { viewer, element } = this;
    const its = viewer.element;
    if (this.#watch || its.contains(element)) return;
    if (element.parentNode) {
      this.#place = document.createComment('');
      element.before(this.#place);
    }
    element.style.display = this.#display;
    element.style.maxBlockSize = `${SHARE}vh`;
    element.style.overflow = 'auto';
    its.before(element);
    // The viewer sets its size after this event, and puts the old one back at the end. In the next frame: an observer that changes a size makes
    // a browser report an error to the page where another observes that size.
    const fit = (): void => {
      if (this.#watch) its.style.height = `calc(100vh - ${element.offsetHeight}px)`;
    };
    this.#watch = new ResizeObserver(() => requestAnimationFrame(fit));
    this.#watch.observe(element);
    this.#focus();
  }

  #leave(): void {
    if (!this.#watch) return;
    this.#watch.disconnect();
    this.#watch = undefined;
    const { element, viewer } = this;
    if (viewer.isFullPage()) viewer.element.style.height = '100vh';
    element.style.display = this.#display;
    element.style.removeProperty('max-block-size');
    element.style.removeProperty('overflow');
    if (element.isConnected) this.#place?.replaceWith(element);
    else this.#place?.remove();
    this.#place = undefined;
    this.#focus();
  }

  /** What had the focus lost it with its place in the page. */
  #focus(): void {
    if (document.activeElement === document.body) this.viewer.canvas.focus({ preventScroll: true });
  }
}
