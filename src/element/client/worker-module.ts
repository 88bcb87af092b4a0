/**
 * The worker's script as a module that does nothing in a page but tell what it is. The build of the package puts the script here; in
 * the sources, and where the script itself lies beside this module, there is nothing to tell.
 */

/** The address of the file that a bundler put this module into. */
export const address: string | undefined = undefined;
/** A script that does what the worker's does, as text. */
export const text: (() => string) | undefined = undefined;
/** Does what the script does in the page itself, with one end of a channel and a name in place of a worker's own scope. */
export const serve: ((scope: MessagePort & { readonly name: string }) => void) | undefined = undefined;
