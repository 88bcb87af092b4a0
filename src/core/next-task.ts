/** Resolves in a task of its own, after the microtasks of the present one. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
