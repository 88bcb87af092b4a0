/** The members of `T`, each of which may be missing. `Partial` cannot be written so that a host with `exactOptionalPropertyTypes` may hand on `undefined`; the build does that to this. */
export type MayBeMissing<T> = { [Name in keyof T]?: T[Name] };
