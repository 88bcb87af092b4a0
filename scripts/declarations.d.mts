/** Rewrites the declarations in `folder`, and deletes files of which nothing is left. `entries`: paths of those that pages read. */
export const pruneDeclarations: (folder: string, entries: readonly string[]) => void;
