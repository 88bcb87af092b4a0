/** What is told of unsure objects, in English. It loads with the code that tells it. */
export const englishUnsure = {
  unsureProbability: 'Object {number}: probability {value} · {place} of {count}, least sure first',
  unsureSeparation:
    'Object {number}: inside and outside {value} standard deviations apart · {place} of {count}, least sure first',
  onlyUnsure: 'Object {number} is the only one to go through.',
  noneUnsure: 'No object here has measurements, or all are locked.',
};
