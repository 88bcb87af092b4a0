/** Opens the menu below its button, or closes it. */
export const toggleMenu = (root: ParentNode): void => {
  const panel = root.querySelector<HTMLElement>('#menu');
  const button = root.querySelector('[data-command="snake.menu"]');
  if (!panel) return;
  const box = button?.getBoundingClientRect();
  const top = Math.round((box?.bottom ?? 8) + 4);
  const right = Math.max(8, Math.round(innerWidth - (box?.right ?? innerWidth - 8)));
  panel.style.setProperty('--_top', `${top}px`);
  panel.style.setProperty('--_right', `${right}px`);
  panel.togglePopover();
};
