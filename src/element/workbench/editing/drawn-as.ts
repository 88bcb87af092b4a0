/** The use of a drawn shape: a new object, an addition to the selected object, or a part to remove from it. */
export type DrawnAs = 'new' | 'added' | 'taken';

/** Shift adds, Alt takes away. */
export const drawnAsOf = ({ shift, alt }: { readonly shift: boolean; readonly alt: boolean }): DrawnAs =>
  alt ? 'taken' : shift ? 'added' : 'new';
