/** The styles of a component with the parts beside the image. */
import { adoptStyles, type CSSResultOrNative, type ReactiveElement } from 'lit';
import { imageStyles } from './images.js';
import { objectStyles } from './objects.js';
import { panelStyles } from './panel.js';
import { statusStyles } from './status.js';
import { tableStyles } from './table.js';

/** Between those of the menu and of the status line. */
const paneStyles: readonly CSSResultOrNative[] = [panelStyles, objectStyles, tableStyles, imageStyles];

/** Gives a component its styles, in whichever document it is. */
export const dress = (element: ReactiveElement): void => {
  const { renderRoot } = element;
  if (!(renderRoot instanceof ShadowRoot)) return;
  const { elementStyles } = element.constructor as typeof ReactiveElement;
  const styles = elementStyles.flatMap((each) => (each === statusStyles ? [...paneStyles, each] : [each]));
  const { defaultView: view } = renderRoot.ownerDocument;
  if (view === window) adoptStyles(renderRoot, styles);
  else if (view) renderRoot.adoptedStyleSheets = styles.map((style) => copied(style, view));
};

/** A style sheet for another window, as each belongs to one document. */
const copied = (style: CSSResultOrNative, { CSSStyleSheet }: Window & typeof globalThis): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('cssText' in style ? style.cssText : Array.from(style.cssRules, ({ cssText }) => cssText).join(''));
  return sheet;
};
