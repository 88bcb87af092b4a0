/** What is told of a search that has a plan, in English. It loads with the code that tells it. */
export const englishSearches = {
  searching:
    '{done} of {regions} {regions, plural, one {region} other {regions}} · {count} {count, plural, one {object} other {objects}}',
  searchPaused:
    'Paused · {done} of {regions} {regions, plural, one {region} other {regions}} · {count} {count, plural, one {object} other {objects}}',
  searchDone:
    'Done: {count} {count, plural, one {object} other {objects}} in {regions} {regions, plural, one {region} other {regions}}, in {time}',
  searchFull:
    'Done: {count} {count, plural, one {object} other {objects}} in {regions} {regions, plural, one {region} other {regions}}, in {time}. {full} {full, plural, one {region} other {regions}} may hold more: raise “Most objects”.',
  searchFailed:
    'Done: {count} {count, plural, one {object} other {objects}}. {failed} of {regions} {regions, plural, one {region} other {regions}} could not be read.',
  searchCancelled:
    'Stopped after {done} of {regions} {regions, plural, one {region} other {regions}}. {count} {count, plural, one {object is} other {objects are}} kept.',
};
