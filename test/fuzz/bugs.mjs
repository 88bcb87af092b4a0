/**
 * Bugs that are put back on purpose, each to be found by a fuzzer: in `file` the text `from`, which stands there once, becomes
 * `to`. `plant.mjs` does so as the module is loaded; nothing is written.
 */
export const bugs = [
  {
    name: 'ranges are taken for what was asked',
    fuzzer: 'servers',
    file: 'src/image/io/answer.ts',
    from: 'const skip = offset - start;',
    to: 'const skip = 0 * start;',
  },
  {
    name: 'a file that changed is not found',
    fuzzer: 'servers',
    file: 'src/image/io/file-version.ts',
    from: 'if (!differ(before, now)) return;',
    to: 'if (differ(before, now) || true) return;',
  },
  {
    name: 'names are decoded without care',
    fuzzer: 'servers',
    file: 'src/core/url.ts',
    from: 'return decoded(path',
    to: 'return decodeURIComponent(path',
  },
  {
    name: 'decoders throw what they like',
    fuzzer: 'images',
    file: 'src/image/formats/tiff/blocks.ts',
    from: 'if (cause instanceof SegmenterError || isAbort(cause)) throw cause;',
    to: 'if (cause) throw cause;',
  },
  {
    name: 'a descriptor is made a text',
    fuzzer: 'descriptors',
    file: 'src/image/formats/dzi-source.ts',
    from: "return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;",
    to: 'return value === undefined ? undefined : String(value);',
  },
  {
    name: 'rings that touch nest in one another',
    fuzzer: 'round trips',
    file: 'src/contours/formats/svg/nest.ts',
    from: 'const rank = (opens ? 1 : -1) / Math.abs(area);',
    to: 'const rank = 0 * area;',
  },
  {
    name: 'a path may lead beyond all numbers',
    fuzzer: 'imports',
    file: 'src/contours/formats/svg/path.ts',
    from: 'if (!nodes.flat().every(Number.isFinite))',
    to: 'if (nodes.flat().some(Number.isNaN))',
  },
  {
    name: 'a table may hold words for numbers',
    fuzzer: 'imports',
    file: 'src/contours/formats/wkt.ts',
    from: '|| !Number.isFinite(x) || !Number.isFinite(y))',
    to: ')',
  },
  {
    name: 'codes of errors are looked for in all that an object has',
    fuzzer: 'documents',
    file: 'src/core/errors.ts',
    from: 'Object.hasOwn(errorTexts, value)',
    to: 'value in errorTexts',
  },
  {
    name: 'classes of a session are taken as they come',
    fuzzer: 'documents',
    file: 'src/element/storage/settings.ts',
    from: 'classes.flatMap((entry) => classificationOf(entry) ?? [])',
    to: 'classes',
  },
  {
    name: 'signals are not looked at',
    fuzzer: 'misuse',
    file: 'src/core/given.ts',
    from: 'if (value === undefined || isSignal(value)) return value;',
    to: 'return value;',
  },
  {
    name: 'objects are looked for beyond the domain',
    fuzzer: 'requests',
    file: 'src/snake/find/part-tasks.ts',
    from: 'const bounds = task.domain && wholePixels(task.domain, levelByIndex(levels, fine));',
    to: 'const bounds = levels.length === 0 ? wholePixels(image, levels[fine]!) : undefined;',
  },
  {
    name: 'a run may be cancelled before it has a contour',
    fuzzer: 'requests',
    file: 'src/snake/steps/evolve-in.ts',
    from: 'if (!Number.isFinite(snapshot.criterion)) continue;',
    to: '',
  },
];
