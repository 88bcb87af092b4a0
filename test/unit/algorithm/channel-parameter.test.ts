import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { channelParameter } from '../../../src/algorithm/channel-parameter.js';
import { builtIn } from '../../../src/algorithms.js';
import { channelForms, parseChannel } from '../../../src/image/channels/channels.js';

test('every form is a name once its letters are numbers', () => {
  for (const { form } of channelForms) {
    const name = form.replace('B', '16').replace('M', '2').replace('N', '1');
    assert.doesNotThrow(() => parseChannel(name, 3), form);
  }
});

test('an algorithm lists the channels that it can take, and no others', () => {
  const { description } = channelParameter('Here', { default: 'auto', planes: true, codes: false });
  assert.match(description, /^Here: auto, luminance, .*\bbands, band:N, ratio:M\/N, db or db:N\.$/);
  assert.doesNotMatch(description, /palette/);
  const single = channelParameter('Here', { default: 'luminance', planes: false, codes: false });
  assert.doesNotMatch(single.description, /auto|palette|bands|optical/);
  for (const { schema } of builtIn) assert.equal(schema.properties.channel?.title, 'Channel');
});

test('the guide to the element lists every form', () => {
  const guide = readFileSync('docs/using.md', 'utf8');
  const [line = ''] = /^\| `channel` \|.*$/m.exec(guide) ?? [];
  for (const { form } of channelForms) assert.ok(line.includes(`\`${form}\``), form);
});
