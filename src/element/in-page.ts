/** Whether there is a document: none where a server renders the tag. */
export const isInPage: boolean = typeof document !== 'undefined';
