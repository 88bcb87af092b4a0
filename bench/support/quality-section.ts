/** The section on quality: means by kind, every object, and where a peer does better. */
import { kinds, type Target } from './images/dataset.js';
import { mean, table } from './results.js';

/** Intersection over union by object. */
export type Scores = Readonly<Record<string, number>>;
type Named = Readonly<Record<string, Scores>>;

const score = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));

const meansOf = (targets: readonly Target[], scores: Scores): (number | undefined)[] =>
  kinds.map((kind) => {
    const own = targets.filter((target) => target.kind === kind && target.name in scores);
    return own.length === 0 ? undefined : mean(own.map(({ name }) => scores[name]!));
  });

export const qualitySection = (targets: readonly Target[], ours: Named, peers: Named): string => {
  const counts = kinds.map((kind) => `${kind} (${targets.filter((target) => target.kind === kind).length})`);
  const rows = (named: Named): string[][] =>
    Object.entries(named).map(([name, scores]) => [name, ...meansOf(targets, scores).map(score)]);
  const head = ['mean IoU', ...counts];
  return [
    '## Quality from a user’s box',
    table([head, ...rows(ours)]),
    '### Peers, from the same boxes',
    Object.keys(peers).length === 0
      ? 'Not measured: `npm run bench:quality -- --peers` needs a Python with OpenCV and scikit-image.'
      : table([head, ...rows(peers)]),
    '### Where we lose',
    lossesOf(targets, ours.default ?? {}, peers),
    '### Every object',
    table([
      ['object', 'default', 'best of ours', 'best peer'],
      ...targets.map(({ name }) => [name, score(ours.default?.[name]), best(ours, name), best(peers, name)]),
    ]),
  ].join('\n\n');
};

const best = (named: Named, object: string): string => {
  const found = bestOf(named, object);
  return found === undefined ? '–' : `${score(found.value)} (${found.name})`;
};

const bestOf = (named: Named, object: string): { name: string; value: number } | undefined => {
  const all = Object.entries(named).flatMap(([name, scores]) => {
    const value = scores[object];
    return value === undefined ? [] : [{ name, value }];
  });
  return all.reduce<(typeof all)[number] | undefined>(
    (a, b) => (a !== undefined && a.value >= b.value ? a : b),
    undefined,
  );
};

/** Kinds and objects on which a peer's result is better than the default by more than a hundredth. */
const lossesOf = (targets: readonly Target[], scores: Scores, peers: Named): string => {
  const lines: string[] = [];
  for (const [i, kind] of kinds.entries()) {
    const own = meansOf(targets, scores)[i];
    for (const [peer, theirs] of Object.entries(peers)) {
      const value = meansOf(targets, theirs)[i];
      if (own !== undefined && value !== undefined && value > own)
        lines.push(`- ${kind}, on the mean: ${peer} ${score(value)}, the default ${score(own)}.`);
    }
  }
  for (const { name } of targets) {
    const theirs = bestOf(peers, name);
    const own = scores[name];
    if (theirs !== undefined && own !== undefined && theirs.value > own + 0.01)
      lines.push(`- ${name}: ${theirs.name} ${score(theirs.value)}, the default ${score(own)}.`);
  }
  return lines.length === 0 ? 'Nowhere, by more than .01.' : lines.join('\n');
};
