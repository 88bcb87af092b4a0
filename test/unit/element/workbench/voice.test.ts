import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SegmenterError } from '../../../../src/core/errors.js';
import { Voice } from '../../../../src/element/workbench/voice.js';

it('an error takes the place of what was said before', () => {
  const element = Object.assign(new EventTarget(), { requestUpdate: () => {} });
  const voice = new Voice(element);
  const said = (): string | undefined => voice.message?.key;
  const code = (): string | undefined => voice.problem?.code;
  voice.say('wentTo', { x: 1, y: 2 });
  voice.fail(new SegmenterError('bad-import', { reason: 'it is none' }));
  assert.equal(code(), 'bad-import');
  assert.equal(said(), undefined);
  voice.say('drawn');
  voice.fail(new DOMException('', 'AbortError'));
  assert.equal(said(), 'drawn', 'an abort is none');
  assert.equal(code(), undefined, 'what was given before is past');
  voice.fail(new SegmenterError('worker-crashed', { reason: 'gone' }));
  voice.say('drawn');
  assert.equal(code(), 'worker-crashed');
});
