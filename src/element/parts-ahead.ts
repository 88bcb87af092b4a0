/** Parts of the component that only some work needs: work without a connection needs them there. */

/** Loads all of them. */
export const partsAhead = (): Promise<unknown> =>
  Promise.all([
    import('./contours/repaired.js'),
    import('./workbench/files/recipes.js'),
    import('./workbench/files/shown-file.js'),
    import('./workbench/go-to.js'),
    import('./workbench/runs/corrected.js'),
    import('./workbench/runs/meanwhile.js'),
    import('./workbench/unsure.js'),
    import('../contours/formats/read-file.js'),
    import('../contours/formats/read-mask.js'),
    import('../contours/formats/dicom/encode.js'),
    import('../contours/formats/dicom/read.js'),
    import('../contours/formats/dicom/write-annotations.js'),
    import('../contours/formats/dicom/write-segmentation.js'),
    import('../contours/formats/flatgeobuf/read.js'),
    import('../contours/formats/flatgeobuf/write.js'),
    import('../image/io/bytes.js'),
    import('../image/io/sink.js'),
  ]);
