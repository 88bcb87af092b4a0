/** What is told of a search that has ended, in English. It loads with the code that tells it. */
export const englishSearches = {
  searchDone: 'Done: {count} objects in {regions} regions, in {time}',
  searchFull:
    'Done: {count} objects in {regions} regions, in {time}. {full} regions may hold more: raise “Most objects”.',
  searchFailed: 'Done: {count} objects. {failed} of {regions} regions could not be read.',
  searchCancelled: 'Stopped after {done} of {regions} regions. {count} objects are kept.',
};
