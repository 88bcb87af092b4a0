/**
 * Checks that every fragment says which names it takes from the kernel that imports it: `// requires: crew, ring` at its head
 * names what neither the fragment nor its imports declare. Checks too that the constants it takes from TypeScript are there, and that
 * overrides are such as Firefox 153 makes a pipeline of without a crash: none comes after one that is derived from others, and the size
 * of an array is one of them, or none, but no expression of them.
 * Run by `npm run lint` and before every build.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { globSync } from '../glob.mjs';
import { parseWgsl } from './wgsl.mjs';

const declaration = /(?:^|\s)(?:fn|struct|const|override|alias|var(?:<[^>]*>)?)\s+(\w+)/;

/** Names that a file declares for all, those it uses, and those that only mean something within its functions. */
const namesOf = ({ lines, constants, structs }) => {
  const declared = new Set([...constants.flatMap(({ names }) => names), ...structs.map(({ struct }) => struct)]);
  const [used, local] = [new Set(), new Set()];
  let depth = 0;
  for (const line of lines) {
    const outside = depth === 0 ? declaration.exec(line)?.[1] : undefined;
    if (outside) declared.add(outside);
    for (const [, name] of line.matchAll(/(?:let|var|const)\s+(\w+)/g)) if (name !== outside) local.add(name);
    for (const [, name] of line.matchAll(/(\w+)\s*:/g)) if (name !== outside) local.add(name);
    for (const [, name] of line.matchAll(/(?<![\w.@])([A-Za-z]\w*)/g)) used.add(name);
    depth += line.split('{').length - line.split('}').length;
  }
  return { declared, used, local };
};

/** `Phase` provides `Phase_move` too. */
const provides = (declared, name) => declared.has(name) || declared.has(name.replace(/_[^_]*$/, ''));

/** Faults of the fragments of these kernels (paths), as lines of text. */
export function checkNames(kernels, read = (path) => readFileSync(path, 'utf8')) {
  const files = new Map();
  const load = (path) => {
    const known = files.get(path);
    if (known) return known;
    const parsed = parseWgsl(path, read);
    const file = {
      path,
      lines: parsed.lines,
      requires: parsed.requires,
      taken: takenBy(parsed),
      ...namesOf(parsed),
      needed: new Set(),
    };
    files.set(path, file);
    file.imports = parsed.imports.map(load);
    return file;
  };
  const wrong = [];
  for (const kernel of kernels.map(load)) {
    const all = closure(kernel);
    const { late, size } = overrideFaults(kernel);
    if (late) wrong.push(`${kernel.path} must declare the override ${late} before those that are derived from others`);
    if (size) wrong.push(`${kernel.path} must give the size ${size} of an array a name: override … = ${size};`);
    const everywhere = declaredIn(all);
    for (const file of all) {
      const own = declaredIn(closure(file));
      for (const name of file.used)
        if (!file.local.has(name) && !provides(own, name) && provides(everywhere, name)) file.needed.add(name);
      for (const name of file.requires)
        if (!everywhere.has(name)) wrong.push(`${kernel.path} does not declare ${name}, which ${file.path} requires`);
    }
  }
  for (const { path, requires, needed, taken } of files.values()) {
    for (const { module, name } of taken)
      if (!new RegExp(`^export const ${name}\\b`, 'm').test(read(`${module}.ts`)))
        wrong.push(`${path} takes ${name} from ${module}.ts, which exports no such constant`);
    const unsaid = [...needed].filter((name) => !requires.includes(name));
    const unused = requires.filter((name) => !needed.has(name));
    if (unsaid.length > 0)
      wrong.push(`${path} must import what declares ${unsaid.join(', ')}, or say that it requires it`);
    if (unused.length > 0) wrong.push(`${path} requires ${unused.join(', ')} and does not use it`);
  }
  return wrong;
}

/** Names that a file takes from TypeScript modules. */
const takenBy = ({ constants, structs }) => [
  ...constants.flatMap(({ module, names }) => names.map((name) => ({ module, name }))),
  ...structs.map(({ module, offsets }) => ({ module, name: offsets })),
];

/** A file and all that it imports, at any depth. */
const closure = (file, seen = new Set()) => {
  seen.add(file);
  for (const each of file.imports) if (!seen.has(each)) closure(each, seen);
  return seen;
};

/** Lines of a kernel in their order: those of a fragment come once, after what it imports. */
const linesOf = (file, seen = new Set()) => {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...file.imports.flatMap((each) => linesOf(each, seen)), ...file.lines];
};

/** The first override with a value of its own after one that is computed from overrides, and the first size that is computed in its place. */
const overrideFaults = (kernel) => {
  const lines = linesOf(kernel);
  const known = new Set();
  const namesIn = (text) => (text.match(/[A-Za-z]\w*/g) ?? []).some((name) => known.has(name));
  let derived = false;
  let late;
  for (const line of lines) {
    const [, name, value = ''] = /^override\s+(\w+)[^=;]*(?:=(.*))?;/.exec(line) ?? [];
    if (name === undefined) continue;
    if (namesIn(value)) derived = true;
    else if (derived) late ??= name;
    known.add(name);
  }
  const sizes = lines.map((line) => /^var<workgroup>.*,\s*([^,]*)>;/.exec(line)?.[1]);
  return { late, size: sizes.find((size) => size !== undefined && !/^\w+$/.test(size) && namesIn(size)) };
};

const declaredIn = (files) => new Set([...files].flatMap(({ declared }) => [...declared]));

/** Faults of the fragments of the product's kernels. */
export const checkKernels = () =>
  checkNames(globSync('src/wgsl', (path) => path.endsWith('.wgsl') && !/[\\/](shared|common)[\\/]/.test(path)));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wrong = checkKernels();
  for (const line of wrong) console.error(line.replaceAll(`${process.cwd()}/`, ''));
  process.exit(wrong.length > 0 ? 1 : 0);
}
