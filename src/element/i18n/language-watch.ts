/** Watches the `lang` attributes round an element, in its tree and in those round it, and calls `changed` after each change of one until it is disconnected. */
export const watchLanguage = (element: Element, changed: () => void): MutationObserver => {
  const observer = new MutationObserver(changed);
  let tree: Node | undefined = element.getRootNode();
  while (tree) {
    observer.observe(tree, { subtree: true, attributeFilter: ['lang'] });
    tree = tree instanceof ShadowRoot ? tree.host.getRootNode() : undefined;
  }
  return observer;
};
