/** The use of a drawn shape: an object of its own, or an addition to the selected one, or a part to take away from it. */
export type DrawnAs = 'new' | 'added' | 'taken';

/** Shift adds, Alt takes away. */
export const drawnAsOf = ({ shift, alt }: { readonly shift: boolean; readonly alt: boolean }): DrawnAs =>
  alt ? 'taken' : shift ? 'added' : 'new';
