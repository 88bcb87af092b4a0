/** Code that some runs need and most do without, so that a later run needs no connection. */

/** Loads all of it. */
export const partsAhead = (): Promise<unknown> =>
  Promise.all([
    import('./weighing/box-surface.js'),
    import('./weighing/evidence.js'),
    import('./find/find-round.js'),
    import('./find/click-windows.js'),
    import('./find/next-shape.js'),
    import('./find/find-objects.js'),
    import('./find/works.js'),
    import('./find/like/lesson-place.js'),
    import('./find/like/rated.js'),
    import('./hints/corrections.js'),
    import('./hints/guide.js'),
    import('./hints/outline.js'),
    import('./levels/finer.js'),
    import('./levels/whole-reads.js'),
    import('./tables/dense.js'),
  ]);
