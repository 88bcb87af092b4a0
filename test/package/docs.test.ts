/**
 * The blocks of code in README and in the guides: TypeScript and JavaScript compile against the package, as do templates of frameworks;
 * HTML is well-formed and its attributes exist; JSON parses, and a recipe is of its schema; commands of a shell exist.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { JSDOM } from 'jsdom';
import { compile } from 'svelte/compiler';
import ts from 'typescript';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { programWith } from '../../src/cli/program.js';
import { readRecipe } from '../../src/contours/recipe/recipe.js';
import { buildPackage } from '../support/cli/installed-package.js';
import { type CodeBlock, codeBlocks } from '../support/docs/code-blocks.js';
import { algorithms, given, packages, slide } from '../support/docs/given.js';

const guides = readdirSync('docs').filter((name) => name.endsWith('.md') && !/^(element|error-codes)\.md$/.test(name));
const pages = ['README.md', ...guides.map((name) => `docs/${name}`)];
const blocks = pages.flatMap((path) => codeBlocks(path, readFileSync(path, 'utf8')));
const of = (...languages: readonly string[]): CodeBlock[] =>
  blocks.filter(({ language }) => languages.includes(language));

const host = mkdtempSync(join(tmpdir(), 'docs-'));
after(() => rmSync(host, { recursive: true, force: true }));

/** Every element of the page's own HTML: its tag, its attributes, and the scripts in it. */
const checkHtml = (where: string, html: string): string[] => {
  const { document } = new JSDOM(html).window;
  const tags = (text: string): string[] => [...text.matchAll(/<\/?([a-z][\w-]*)/g)].map(([tag]) => tag);
  const bare = (text: string): string => text.replace(/(<script[^>]*>)[\s\S]*?(?=<\/script>)/g, '$1');
  const implied = /^<\/?(html|head|body)$/;
  const isWhole = html.includes('<html');
  const seen = tags(bare(document.documentElement.outerHTML)).filter((tag) => isWhole || !implied.test(tag));
  assert.deepEqual(seen, tags(bare(html)), `${where}: the page is not as it is written`);
  for (const element of document.querySelectorAll('snake-segmenter'))
    for (const name of element.getAttributeNames())
      assert.ok(attributes.has(name), `${where}: the element has no attribute ${name}`);
  return [...document.scripts].filter(({ src }) => src === '').map(({ text }) => text);
};

const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const attributes = new Set<string>(['style', 'class', 'id']);
for (const { declarations = [] } of manifest.modules)
  for (const { tagName, attributes: own = [] } of declarations)
    if (tagName === 'snake-segmenter') for (const { name } of own) attributes.add(name);

/** The program's text of a block, and the extension that it has as a file. */
const sources: { where: string; extension: string; code: string }[] = [
  ...of('ts', 'tsx', 'js').map(({ where, language, code }) => ({ where, extension: language, code })),
  ...of('html').flatMap(({ where, code }) =>
    checkHtml(where, code).map((script) => ({ where, extension: 'js', code: script })),
  ),
  ...of('vue').map(({ where, code }) => {
    const { descriptor, errors } = parse(code);
    assert.deepEqual(errors, [], where);
    const { content, bindings } = compileScript(descriptor, { id: 'docs' });
    const template = compileTemplate({
      id: 'docs',
      filename: where,
      source: descriptor.template?.content ?? '',
      compilerOptions: { bindingMetadata: bindings ?? {}, isCustomElement: (tag) => tag === 'snake-segmenter' },
    });
    assert.deepEqual(template.errors, [], where);
    assert.notEqual(content, '', where);
    return { where, extension: 'ts', code: descriptor.scriptSetup?.content ?? '' };
  }),
];

test('every block is of a language that is checked', () => {
  assert.ok(blocks.length >= 40, `${blocks.length} blocks`);
  const known = ['ts', 'tsx', 'js', 'html', 'vue', 'svelte', 'json', 'sh', 'text'];
  for (const { where, language } of blocks) assert.ok(known.includes(language), `${where}: ${language}`);
});

test('scripts and templates compile against the package', () => {
  buildPackage();
  mkdirSync(join(host, 'node_modules', '@types'), { recursive: true });
  symlinkSync(resolve('.'), join(host, 'node_modules', 'snake-segmenter'), 'dir');
  for (const name of ['@types/react', 'csstype', 'vue', '@vue', 'svelte', 'openseadragon'])
    symlinkSync(resolve('node_modules', name), join(host, 'node_modules', name), 'dir');
  const files = new Map(
    sources.map(({ where, extension, code }, k) => {
      const file = join(host, `block-${k}.${extension}`);
      writeFileSync(file, `${code}export {};\n`);
      return [file, where];
    }),
  );
  writeFileSync(join(host, 'given.d.ts'), given);
  writeFileSync(join(host, 'packages.d.ts'), packages);
  writeFileSync(join(host, 'slide.d.ts'), slide);
  writeFileSync(join(host, 'my-algorithms.d.ts'), algorithms);
  const program = ts.createProgram([join(host, 'given.d.ts'), join(host, 'packages.d.ts'), ...files.keys()], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    checkJs: true,
    experimentalDecorators: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  const faults = ts.getPreEmitDiagnostics(program).flatMap(({ file, start = 0, code, messageText }) => {
    // Plain JavaScript has no types to say that something is there, or of what type an argument is.
    if (file?.fileName.endsWith('.js') && UNTYPED.has(code)) return [];
    const where = file && (files.get(file.fileName) ?? file.fileName);
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return [`${where} +${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`];
  });
  assert.deepEqual(faults, []);
});

/** Possibly null or undefined; implicitly any. */
const UNTYPED = new Set([2531, 2532, 18047, 18048, 7005, 7006, 7031, 7034]);

test('components of Svelte compile', () => {
  const found = of('svelte');
  assert.ok(found.length > 0);
  for (const { where, code } of found)
    assert.deepEqual(
      compile(code, { generate: 'client' }).warnings.map(({ message }) => message),
      [],
      where,
    );
});

test('JSON parses, and recipes are of their schema', () => {
  const isRecipe = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync('recipe.schema.json', 'utf8')));
  let recipes = 0;
  for (const { where, code } of of('json')) {
    const value: unknown = JSON.parse(code);
    assert.ok(typeof value === 'object' && value !== null, where);
    if (!('type' in value) || value.type !== 'snake-segmenter-recipe') continue;
    recipes++;
    assert.ok(isRecipe(value), `${where}: ${JSON.stringify(isRecipe.errors)}`);
    assert.doesNotThrow(() => readRecipe(value), where);
  }
  assert.ok(recipes > 0);
});

/** A shell in which nothing runs: it takes lines apart, and prints the arguments of `npx` and `npm`, each line's between two line ends. */
const DRY_SHELL = `PATH=
set -fu
tell() { builtin printf '%s\\0' "$@"; builtin printf '\\n'; }
npx() { tell npx "$@"; }
npm() { tell npm "$@"; }
cd() { :; }
SLURM_ARRAY_TASK_ID=3
SLURM_CPUS_PER_TASK=8
`;

const commandsIn = (where: string, code: string): string[][] => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', DRY_SHELL + code], { encoding: 'utf8' });
  assert.equal(status, 0, `${where}: ${stderr}`);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\0').slice(0, -1)]));
};

/** Commands within sentences and tables. */
const inline = pages.flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/`(npx snake-segmenter [^`…]+)`/g)].map(([, code = '']) => ({
    where: path,
    code: `${code}\n`,
  })),
);

test('commands of a shell are those that there are, with the options and the arguments that they take', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  let checked = 0;
  for (const { where, code } of [...of('sh'), ...inline]) {
    for (const [command, ...args] of commandsIn(where, code)) {
      const name = args[1] ?? '';
      if (command === 'npm' && args[0] === 'run') assert.ok(name in scripts, `${where}: npm run ${name}`);
      if (command !== 'npx' || args[0] !== 'snake-segmenter') continue;
      const program = programWith(() => {});
      let taken = '';
      for (const each of program.commands) {
        each.exitOverride().configureOutput({ writeErr: (text) => assert.fail(`${where}: ${text}`) });
        each.action(() => {
          taken = each.name();
        });
      }
      program.exitOverride().configureOutput({ writeErr: (text) => assert.fail(`${where}: ${text}`) });
      program.parse(args.slice(1), { from: 'user' });
      assert.equal(taken, name, where);
      checked++;
    }
  }
  assert.ok(checked >= 12, `${checked} commands`);
});

test('live examples are well-formed, and links between pages lead somewhere', () => {
  const examples = readdirSync('docs/examples');
  assert.ok(examples.length >= 4);
  for (const name of examples) checkHtml(name, readFileSync(join('docs/examples', name), 'utf8'));
  for (const path of pages) {
    const text = readFileSync(path, 'utf8');
    for (const [, address] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (address === undefined || /^[a-z]+:/.test(address) || MADE.test(address)) continue;
      const file = join(dirname(path), address).replace(/^examples\//, 'docs/examples/');
      assert.ok(existsSync(file), `${path}: ${address}`);
    }
  }
});

/** Pages that the build makes. */
const MADE = /(?:^|\/)(?:error-codes|element)\.md$/;
