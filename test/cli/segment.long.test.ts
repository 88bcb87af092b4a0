/** Searches from the command line, by examples too: they find what the page finds. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { areaOf } from '../../src/contours/geometry.js';
import { type ContourFeature, createEngine, requestOf } from '../../src/engine.js';
import { openFile } from '../../src/image/open-file.js';
import { run, scratch } from '../support/cli/command-line.js';
import { searchAsPage } from '../support/cli/search-as-page.js';
import { lattice, writeDiscs } from '../support/images/discs.js';

const folder = scratch(after);
const image = join(folder, 'discs.tif');
const discs = lattice(120, 80, 40, 9);
writeDiscs(image, { width: 120, height: 80, discs });
const quick = ['--set', 'polarity=brighter', '--processes', '1', '--backend', 'cpu'];
const out = (name: string): string => join(folder, name);

test('a search in regions is that of the page, to the last vertex and in the same order, by examples too', async () => {
  const wide = out('wide.tif');
  writeDiscs(wide, { width: 160, height: 120, discs: lattice(160, 120, 34, 9) });
  const regions = { size: 90, largest: 30 };
  const divided = ['--region-size', '90', '--largest', '30'];
  const [x, y, width, height] = [8, 8, 18, 18];
  const box = [x, y, x + width, y, x + width, y + height, x, y + height, x, y];
  const ring = Array.from({ length: 5 }, (_, k) => box.slice(2 * k, 2 * k + 2));
  const example = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  writeFileSync(out('one.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [example] }));
  const engine = await createEngine({ backend: 'cpu' });
  const opened = await openFile(wide);
  try {
    await engine.load(opened);
    const parameters = { polarity: 'brighter' };
    const like = await engine.learn(opened, { like: [example], level: 0 });
    for (const [args, request, seed] of [
      [['--detect'], { init: 'auto', parameters }, 1],
      [['--like', out('one.geojson')], { init: 'auto', parameters, like, exclusive: true }, 2],
    ] as const) {
      const { code, out: written, err } = await run('segment', wide, ...args, ...divided, ...quick);
      assert.equal(code, 0, err);
      const { features } = JSON.parse(written);
      assert.ok(features.length >= 12);
      const facts = (contours: typeof features) =>
        contours.map(({ geometry, properties }: (typeof features)[number]) => ({
          geometry,
          measurements: properties.measurements,
          region: properties.metadata.region,
        }));
      const area = { x: 0, y: 0, width: 160, height: 120 };
      for (const { properties } of features)
        assert.deepEqual(JSON.parse(properties.metadata.request).within, area, 'all regions are searched alike');
      const found = await searchAsPage(engine, opened, request, { regions, seed });
      assert.deepEqual(facts(JSON.parse(JSON.stringify(found))), facts(features));
    }
  } finally {
    opened.close();
    engine.dispose();
  }
});

test('objects larger than the overlap are whole, and measured, as in the page', async () => {
  const large = out('large.tif');
  const discs = [
    [110, 100, 70],
    [280, 90, 60],
    [60, 230, 20],
    [230, 230, 50],
  ] as const;
  writeDiscs(large, { width: 360, height: 300, discs });
  const engine = await createEngine({ backend: 'cpu' });
  const opened = await openFile(large);
  try {
    await engine.load(opened);
    const {
      code,
      out: written,
      err,
    } = await run(...(['segment', large, '--detect', '--region-size', '40', '--largest', '16', ...quick] as const));
    assert.equal(code, 0, err);
    const { features }: { features: ContourFeature[] } = JSON.parse(written);
    const areas = features.map(({ geometry }) => areaOf(geometry)).sort((a, b) => b - a);
    assert.equal(areas.length, discs.length);
    for (const [k, radius] of [70, 60, 50, 20].entries())
      assert.ok(Math.abs(areas[k]! / (Math.PI * radius ** 2) - 1) < 0.05, `${areas[k]} of radius ${radius}`);
    const joined = features.filter(({ properties }) => properties.metadata.joined !== undefined);
    assert.ok(joined.length >= 2);
    assert.equal(new Set(features.map(({ id }) => id)).size, features.length);
    for (const { geometry, properties } of joined) {
      assert.deepEqual(properties.measurements, await engine.measure(opened, geometry));
      assert.equal(requestOf({ properties }), undefined);
    }
    const request = { init: 'auto', parameters: { polarity: 'brighter' } } as const;
    const found = await searchAsPage(engine, opened, request, { regions: { size: 40, largest: 16 }, seed: 3 });
    assert.deepEqual(
      found.map(({ geometry }) => geometry),
      features.map(({ geometry }) => geometry),
    );
  } finally {
    opened.close();
    engine.dispose();
  }
});

test('segment --like finds what a session of the page learnt, in regions too; without a model it says what to do', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const opened = await openFile(image);
  const [x, y, radius] = discs[0]!;
  const r = Math.round(0.88 * radius);
  const corners = [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
    [x - r, y - r],
  ];
  const example = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [corners] } };
  try {
    const source = await engine.load(opened);
    const { details } = await engine.segment(source, { init: 'auto', like: [example] }).outcome;
    const session = {
      type: 'snake-segmenter-session',
      version: 1,
      settings: {},
      contours: { type: 'FeatureCollection', features: [] },
    };
    writeFileSync(out('a.session.json'), JSON.stringify({ ...session, model: details!.objectModel }));
    writeFileSync(out('b.session.json'), JSON.stringify(session));
    writeFileSync(out('examples.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [example] }));
  } finally {
    engine.dispose();
  }
  const divided = ['--region-size', '70', '--largest', '30'];
  for (const args of [['a.session.json', ...divided], ['examples.geojson']]) {
    const [file, ...more] = args;
    const { code, out: written, err } = await run('segment', image, '--like', out(file!), ...more, ...quick);
    assert.equal(code, 0, err);
    const {
      features,
    }: {
      readonly features: readonly {
        readonly properties: { readonly measurements: Readonly<Record<string, number>> };
      }[];
    } = JSON.parse(written);
    assert.equal(features.length, discs.length, file);
    assert.ok(features.every(({ properties }) => properties.measurements.Probability! >= 0.5));
  }
  const { code, err } = await run('segment', image, '--like', out('b.session.json'), ...quick);
  assert.equal(code, 2);
  assert.match(err, /it has no model; let the page find all objects/);
  const two = await run('segment', image, '--like', out('a.session.json'), '--box', '1,1,9,9', ...quick);
  assert.equal(two.code, 2);
});
