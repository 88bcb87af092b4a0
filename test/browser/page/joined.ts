/** An algorithm of a page whose contour is two squares with a bridge of a pixel, whatever the box. */
export const joined = `export const joined = {
  id: 'joined', title: 'Joined', schema: { type: 'object', properties: {} },
  async *run() {
    const at = [[20, 20], [60, 20], [60, 40], [70, 40], [70, 20], [110, 20], [110, 60], [70, 60], [70, 41], [60, 41], [60, 60], [20, 60], [20, 20]];
    yield { iteration: 1, step: 1, ring: at.slice(1).flat(), criterion: 0, level: 0 };
    return { contours: [{ geometry: { type: 'Polygon', coordinates: [at] }, measurements: {}, metadata: {} }] };
  },
};`;
