/**
 * The nineteen faults that a review found, put back: each of `edits` turns a text, which stands once in its file, into another, and `test`
 * is what must fail then. Where a fault was many lines, what does the same stands for them.
 */
const put = (file, from, to) => ({ file, from, to });

export const faults = [
  {
    name: 'F1 an address is handed to OpenSeadragon as it stands',
    test: 'test/unit/element/viewer/sources.test.ts',
    edits: [
      put(
        'src/element/viewer/sources.ts',
        "display: { kind: 'descriptor', url } }",
        "display: { kind: 'viewer', tileSource: { url } } }",
      ),
    ],
  },
  {
    name: 'F2 a signal that is none leaves the element busy',
    test: 'test/browser/page/misuse.test.ts',
    edits: [put('src/core/given.ts', 'if (value === undefined || isSignal(value)) return value;', 'return value;')],
  },
  {
    name: 'F3 a source of the wrong kind is given to the viewer',
    test: 'test/unit/element/viewer/sources.test.ts',
    edits: [
      put(
        'src/element/viewer/sources.ts',
        'if (!isTileSource(source)) return refuse(source);\n  if (!(',
        "if (!isTileSource(source)) return { name: 'image', display: { kind: 'viewer', tileSource: { source } } };\n  if (!(",
      ),
    ],
  },
  {
    name: 'F4 a range that begins elsewhere is taken as asked',
    test: 'test/fault/odd-servers.test.ts',
    edits: [put('src/image/io/answer.ts', 'const skip = offset - start;', 'const skip = 0 * start;')],
  },
  {
    name: 'F4 a file that changes is not found',
    test: 'test/fault/odd-servers.test.ts',
    edits: [
      put(
        'src/image/io/file-version.ts',
        'if (!differ(before, now)) return;',
        'if (differ(before, now) || true) return;',
      ),
    ],
  },
  {
    name: 'F5 each ring of an SVG is compared with each other',
    test: 'test/fault/imports.test.ts',
    edits: [
      put(
        'src/contours/formats/svg/nest.ts',
        'const parents = parentsOf(rings);',
        'const parents = parentsOf(rings);\n  for (const a of rings) for (const b of rings) if (signedArea(a) + signedArea(b) === 0.5) depths.push(1);',
      ),
      put('src/contours/formats/svg/nest.ts', 'const depths: number[] = [];', 'var depths: number[] = [];'),
    ],
  },
  {
    name: 'F6 offsets of tiles may be fractions',
    test: 'test/fault/retried.test.ts',
    edits: [
      put(
        'src/image/formats/tiff/blocks.ts',
        '![range.offset, end].every(Number.isSafeInteger)',
        '!Number.isSafeInteger(end)',
      ),
    ],
  },
  {
    name: 'F7 a quadratic expression looks for Pixels',
    test: 'test/fault/descriptors.test.ts',
    edits: [
      put(
        'src/image/formats/tiff/ome.ts',
        "description.trimStart().startsWith('<') ?",
        "/<(?:\\w+:)?Pixels\\b[^>]*>/.exec(description) !== undefined && description.trimStart().startsWith('<') ?",
      ),
    ],
  },
  {
    name: 'F8 an image waits for the worker that another has hung',
    test: 'test/fault/engine-client.test.ts',
    edits: [
      put(
        'src/element/client/open-images.ts',
        'if (!occupied || !link.failed || isAbort(error)) throw error;',
        'if (error) throw error;',
      ),
    ],
  },
  {
    name: 'F9 what is unpacked is not counted',
    test: 'test/unit/image/codecs/odd-streams.test.ts',
    edits: [put('src/image/codecs/inflate.ts', 'if (this.#size > this.most) throw', 'if (this.#size < 0) throw')],
  },
  {
    name: 'F10 a request has a deadline in all',
    test: 'test/fault/odd-servers.test.ts',
    edits: [
      put('src/image/io/patience.ts', 'if (this.#bytes < patience.least) return;', 'if (this.#bytes >= 0) return;'),
    ],
  },
  {
    name: 'F11 modules of WebAssembly are fetched from an address of data',
    test: 'test/package/policy.test.ts',
    edits: [
      put(
        'src/image/codecs/wasm.ts',
        'const bytes = Uint8Array.from(atob(await packed(name)), (letter) => letter.charCodeAt(0));',
        "const bytes = await (await fetch('data:application/octet-stream;base64,' + (await packed(name)))).blob();",
      ),
    ],
  },
  {
    name: 'F12 names are decoded without care',
    test: 'test/fault/descriptors.test.ts',
    edits: [put('src/core/url.ts', 'return decoded(path', 'return decodeURIComponent(path')],
  },
  {
    name: 'F12 descriptors are made texts',
    test: 'test/fault/descriptors.test.ts',
    edits: [
      put(
        'src/image/formats/dzi-source.ts',
        "return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;",
        'return value === undefined ? undefined : String(value);',
      ),
    ],
  },
  {
    name: 'F12 null is taken for options',
    test: 'test/fault/engine-misuse.test.ts',
    edits: [put('src/core/given.ts', 'if (value === undefined || isSignal(value)) return value;', 'return value;')],
  },
  {
    name: 'F13 transforms are dropped',
    test: 'test/fault/imports.test.ts',
    edits: [
      put(
        'src/contours/formats/svg/shapes.ts',
        'return transform?.trim() ? readTransform(transform) : IDENTITY;',
        'return transform === undefined ? IDENTITY : IDENTITY;',
      ),
    ],
  },
  {
    name: 'F13 boxes of W3C annotations may be no numbers',
    test: 'test/fault/imports.test.ts',
    edits: [
      put(
        'src/contours/formats/w3c.ts',
        '![x, y, width, height].every(Number.isFinite) || !width || !height',
        'width === undefined || height === undefined',
      ),
    ],
  },
  {
    name: 'F14 the checksum of a deflate stream is not heard',
    test: 'test/unit/image/codecs/odd-streams.test.ts',
    edits: [
      put(
        'src/image/codecs/inflate.ts',
        'if (!this.#inflate.push(bytes, false))\n      throw new Damage(',
        'if (!this.#inflate.push(bytes, false) && bytes.length < 0)\n      throw new Damage(',
      ),
      put(
        'src/image/codecs/inflate.ts',
        'if (!this.ended) throw new Damage(',
        'if (this.#inflate.err > 9) throw new Damage(',
      ),
    ],
  },
  {
    name: 'F15 slopes may lead beyond all numbers',
    test: 'test/fault/retried.test.ts',
    edits: [
      put(
        'src/image/formats/nifti/nifti.ts',
        'if (ends.every((end) => Math.abs(end) <= FLOAT_LIMIT)) return values;',
        'if (ends.length > 0) return values;',
      ),
    ],
  },
  {
    name: 'F16 the first moves follow the short side of a box',
    test: 'test/fault/retried.test.ts',
    edits: [
      put(
        'src/snake/box-run.ts',
        'powerFrom(Math.max(width, height) / DISTANCE_SHARE)',
        'powerFrom(Math.min(width, height) / DISTANCE_SHARE)',
      ),
    ],
  },
  {
    name: 'F17 objects are looked for beyond the domain',
    test: 'test/fault/engine-misuse.test.ts',
    edits: [
      put(
        'src/snake/find/part-tasks.ts',
        'const bounds = task.domain && wholePixels(task.domain, levelByIndex(levels, fine));',
        'const bounds = levels.length === 0 ? wholePixels(image, levels[fine]!) : undefined;',
      ),
    ],
  },
  {
    name: 'F18 a run may be cancelled before it has a contour',
    test: 'test/fault/engine-misuse.test.ts',
    edits: [put('src/snake/steps/evolve-in.ts', 'if (!Number.isFinite(snapshot.criterion)) continue;', '')],
  },
  {
    name: 'F19 a path may lead to another server',
    test: 'test/unit/scripts/serve.test.ts',
    edits: [put('scripts/serve.mjs', "pathname.replace(/^\\/+/, '/')", 'pathname')],
  },
];
