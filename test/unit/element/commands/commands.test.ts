import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { errorTexts, SegmenterError } from '../../../../src/core/errors.js';
import { Commands } from '../../../../src/element/commands/commands.js';
import { commandDeclarations, keyBindings, menus } from '../../../../src/element/commands/contributions.js';
import { ariaKeys, checkChord, chordOf, display, normalise } from '../../../../src/element/commands/keys.js';
import { holds } from '../../../../src/element/commands/when.js';
import { german } from '../../../../src/element/i18n/de.js';
import { englishDrawing } from '../../../../src/element/i18n/drawing/en.js';
import { english } from '../../../../src/element/i18n/en.js';
import { germanErrors } from '../../../../src/element/i18n/errors/de.js';
import { frenchErrors } from '../../../../src/element/i18n/errors/fr.js';
import { englishFiles } from '../../../../src/element/i18n/files/en.js';
import { messages as germanMessages } from '../../../../src/element/i18n/languages/de.js';
import { messages as frenchMessages } from '../../../../src/element/i18n/languages/fr.js';
import { addLanguage, errorText, loadLanguage, translator } from '../../../../src/element/i18n/messages.js';
import { englishPanes } from '../../../../src/element/i18n/panes/en.js';
import { inNumber } from '../../../../src/element/i18n/plurals.js';
import { englishProblems } from '../../../../src/element/i18n/problems/en.js';
import { englishSearches } from '../../../../src/element/i18n/searches/en.js';
import type { MessageKey, MessageTable } from '../../../../src/element/i18n/tables.js';
import { englishUnsure } from '../../../../src/element/i18n/unsure/en.js';
import { isIconName } from '../../../../src/element/parts/icons.js';
import { coded } from '../../../support/errors.js';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

const setUp = (states: Record<string, boolean> = {}) => {
  const ran: unknown[][] = [];
  let looks = 0;
  const declared = commandDeclarations.map((declaration) => ({
    ...declaration,
    run: (...args: readonly unknown[]) => ran.push([declaration.id, ...args]),
  }));
  let changes = 0;
  const commands = new Commands(
    declared,
    () => {
      looks++;
      return states;
    },
    () => translator('en'),
    () => 'en',
    () => changes++,
  );
  return { commands, ran, changes: () => changes, looks: () => looks };
};

describe('conditions', () => {
  for (const [expression, value] of [
    ['a', true],
    ['!a', false],
    ['b || a && !b', true],
    ['(b || a) && b', false],
    ['!(a && b)', true],
    ['unknown', false],
    ['tool.box', true],
    ['', true],
  ] as const) {
    it(`${expression || 'none'} is ${value}`, () => {
      assert.equal(holds(expression, { a: true, b: false, 'tool.box': true }), value);
    });
  }

  for (const wrong of ['a &&', '(a', 'a b', '&& a', 'a & b', ')']) {
    it(`${wrong} cannot be read`, () => assert.throws(() => holds(wrong, { a: true }), SyntaxError));
  }
});

describe('keys', () => {
  it('have one spelling', () => {
    assert.equal(normalise('shift+mod+z'), 'Mod+Shift+Z');
    assert.equal(normalise('Ctrl+Alt+Delete'), 'Mod+Alt+Delete');
    for (const chord of ['Control+Z', 'command + z', 'META+z']) assert.equal(normalise(chord), 'Mod+Z');
    assert.equal(normalise('Option+Z'), 'Alt+Z');
    assert.equal(chordOf(press('z', { ctrlKey: true })), 'Mod+Z');
    assert.equal(chordOf(press('Z', { metaKey: true, shiftKey: true })), 'Mod+Shift+Z');
    assert.equal(chordOf(press(']')), ']');
    assert.equal(chordOf(press('?', { shiftKey: true })), '?');
    assert.equal(chordOf(press('+', { shiftKey: true })), 'Plus');
  });

  it('are refused where a modifier is unknown or there is no key', () => {
    for (const chord of [5, null, 'Foo+Z', 'Mod+', 'Mod++', '+', 'x y', 'escape', 'Mod+Z+Y'])
      assert.throws(
        () => checkChord('key', chord),
        coded('bad-parameter', `The parameter key cannot be ${chord}: it must be a text such as Mod+Shift+Z`),
      );
    for (const chord of [
      undefined,
      '',
      'é',
      'ß',
      '𝒳',
      'Plus',
      'F12',
      'Shift + ArrowUp',
      ...keyBindings.map(({ key }) => key),
    ])
      checkChord('key', chord);
  });

  it('are shown and announced', () => {
    assert.equal(display('Mod+Shift+Z'), 'Ctrl+Shift+Z');
    assert.equal(ariaKeys('Mod+Z'), 'Control+Z');
  });
});

describe('what is contributed', () => {
  it('binds keys and menus to commands that are there, with icons and titles that are there', () => {
    const ids = new Set(commandDeclarations.map(({ id }) => id));
    for (const { command } of [...keyBindings, ...menus.toolbar]) assert.ok(ids.has(command), command);
    for (const { icon, title } of commandDeclarations) {
      assert.ok(icon === undefined || isIconName(icon));
      assert.ok(Object.hasOwn(english, title), title);
    }
    assert.equal(ids.size, commandDeclarations.length);
  });

  it('binds no key twice', () => {
    const keys = keyBindings.map(({ key }) => normalise(key));
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('commands', () => {
  it('are each as alone where several are looked up, for which the states are looked at once', () => {
    const { commands, looks } = setUp({ enabled: true, hasImage: true });
    const ids = commands.list.map(({ id }) => id);
    assert.deepEqual(
      ids,
      commandDeclarations.map(({ id }) => id),
    );
    const alone = ids.map((id) => commands.info(id));
    const before = looks();
    assert.deepEqual(commands.infos(ids), alone);
    assert.equal(looks(), before + 1);
    assert.throws(() => commands.infos(['snake.undo', 'snake.nothing']), { code: 'bad-parameter' });
  });

  it('run when their condition holds, with their arguments', () => {
    const { commands, ran } = setUp({ enabled: true, hasSelection: true });
    commands.execute('snake.remove', 'id');
    commands.execute('snake.pause');
    assert.deepEqual(ran, [['snake.remove', 'id']]);
  });

  it('say what is meant where the id is not known', () => {
    const { commands } = setUp();
    assert.throws(() => commands.execute('snake.tol.box'), { code: 'bad-parameter', message: /snake\.tool\.box/ });
  });

  it('are found by key, only while they can run', () => {
    const states: Record<string, boolean> = { enabled: true };
    const { commands } = setUp(states);
    assert.equal(commands.commandFor('B'), 'snake.tool.box');
    assert.equal(commands.commandFor('Delete'), undefined);
    states.hasSelection = true;
    assert.equal(commands.commandFor('Delete'), 'snake.remove');
  });

  it('can be bound anew: the key moves, the old ones go', () => {
    const { commands } = setUp({ enabled: true });
    commands.rebind('snake.tool.polygon', 'b');
    assert.equal(commands.commandFor('B'), 'snake.tool.polygon');
    assert.equal(commands.commandFor('P'), undefined);
    assert.deepEqual(commands.info('snake.tool.box').keys, []);
    commands.rebind('snake.tool.polygon');
    assert.equal(commands.commandFor('B'), undefined);
  });

  it('can be hidden from the toolbar and still run', () => {
    const { commands, ran } = setUp({ enabled: true, hasContours: true });
    commands.hide('snake.clear');
    assert.ok(!commands.toolbar.some(({ command }) => command === 'snake.clear'));
    commands.execute('snake.clear');
    assert.equal(ran.length, 1);
    commands.hide('snake.clear', false);
    assert.ok(commands.toolbar.some(({ command }) => command === 'snake.clear'));
  });

  it('can be added with key and place, and taken out again', () => {
    const { commands } = setUp({ enabled: true });
    const before = { toolbar: commands.toolbar, bindings: commands.bindings };
    let ran = 0;
    const remove = commands.register({ id: 'my.count', title: 'Count', run: () => ++ran, key: 'B', group: 'edit' });
    assert.equal(commands.commandFor('B'), 'my.count');
    assert.equal(commands.execute('my.count'), 1);
    const place = commands.toolbar.findIndex(({ command }) => command === 'my.count');
    assert.equal(commands.toolbar[place - 1]?.group, 'edit');
    remove();
    assert.deepEqual({ toolbar: commands.toolbar, bindings: commands.bindings }, before);
    assert.equal(commands.commandFor('B'), 'snake.tool.box');
    assert.throws(() => commands.execute('my.count'), { code: 'bad-parameter' });
  });

  it('give way to one of the same id, which comes back', () => {
    const { commands, ran } = setUp({ enabled: true, hasContours: true });
    const remove = commands.register({ id: 'snake.clear', title: 'Ask first', run: () => 'asked' });
    assert.equal(commands.execute('snake.clear'), 'asked');
    remove();
    commands.execute('snake.clear');
    assert.deepEqual(ran, [['snake.clear']]);
  });
});

describe('messages', () => {
  const holes = (text: string): string[] =>
    [...inNumber(text, {}, 'en').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

  it('have the same values in every language', () => {
    const all: MessageTable = {
      ...english,
      ...englishDrawing,
      ...englishFiles,
      ...englishPanes,
      ...englishProblems,
      ...englishSearches,
      ...englishUnsure,
    };
    for (const key of Object.keys(all) as MessageKey[]) {
      for (const table of [germanMessages, frenchMessages]) assert.deepEqual(holes(table[key]), holes(all[key]), key);
    }
    for (const code of Object.keys(errorTexts) as (keyof typeof errorTexts)[]) {
      for (const table of [germanErrors, frenchErrors])
        assert.deepEqual(holes(table[code]), holes(errorTexts[code]), code);
    }
  });

  it('are in the language of a region once that is loaded, else in English', async () => {
    assert.equal(translator('de-AT')('undo'), english.undo);
    assert.equal(loadLanguage('xx'), undefined);
    assert.equal(loadLanguage('en'), undefined);
    await loadLanguage('de-AT');
    assert.equal(loadLanguage('de'), undefined);
    assert.equal(translator('de-AT')('undo'), german.undo);
    assert.equal(translator('xx')('undo'), english.undo);
    const error = new SegmenterError('bad-init', { init: '{}', reason: 'it is empty' });
    assert.match(errorText('de', error), /Der Start \{\} ist nicht brauchbar/);
    assert.equal(errorText('en', error), error.message);
  });

  it('can be added', async () => {
    addLanguage('fr', { undo: 'Retour' });
    await loadLanguage('fr');
    assert.equal(translator('fr')('undo'), 'Retour', 'what a page added stays');
    addLanguage('es', { undo: 'Deshacer' });
    assert.equal(translator('es')('undo'), 'Deshacer');
    assert.equal(translator('es')('redo'), english.redo);
  });
});

/** A key as the guide writes it. */
const inGuide = (key: string): string =>
  key
    .replace('Mod', 'Ctrl')
    .replace('Escape', 'Esc')
    .replace(/Page(Up|Down)/, 'Page $1');

it('every key of the component is in the guide', () => {
  const [, section = ''] = /\n## Keys\n([\s\S]*?)\n## /.exec(readFileSync('docs/using.md', 'utf8')) ?? [];
  const rows = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, keys = '']) => keys);
  const written = new Set(rows.flatMap((keys) => keys.split(/, | and (?=\S$)/)));
  // The comma is a separator, too; classes 1 to 9 are a range.
  for (const key of [',', '.', ...Array.from({ length: 9 }, (_, k) => String(k + 1))]) written.add(key);
  assert.deepEqual(
    keyBindings.map(({ key }) => inGuide(key)).filter((key) => !written.has(key)),
    [],
  );
});

it('every state that a condition of the component names is in the guide', () => {
  const conditions = commandDeclarations.flatMap(({ when = '', checked = '' }) => [when, checked]);
  const named = new Set(conditions.join(' ').match(/[\w.]+/g));
  const [, table = ''] = /\n\| about \| names \|\n([\s\S]*?)\n\n/.exec(readFileSync('docs/extending.md', 'utf8')) ?? [];
  const written = new Set(Array.from(table.matchAll(/`([\w.]+)`/g), ([, name]) => name));
  // `tool.` stands with the id of a tool, and classes are a range.
  const missing = [...named].filter((name) => !written.has(name) && !/^(tool|class)\./.test(name));
  assert.deepEqual(missing, []);
});
