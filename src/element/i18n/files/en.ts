/** What is told of files that are read and written, in English. They load with the code that tells them. */
export const englishFiles = {
  imported: 'Objects imported: {count}',
  importedNone: 'Nothing was imported: the file holds no outlines of objects.',
  importedAgain: 'Nothing is new: all objects of the file are here already.',
  importedOutside: 'Objects imported: {count}. Outside of the image: {outside}. They may belong to another image.',
  importedTiny: 'Objects imported: {count}. All are smaller than a pixel: their coordinates may be degrees.',
  classesImported: 'Classes imported: {count}',
  sessionOpened: 'Session opened. Objects: {count}',
  sessionOfOther: 'This session is of another image, {name}. Objects: {count}',
  recipeOpened: 'Recipe opened. Its settings are applied.',
  imagesLeft: '{name} is open. One image is shown at a time; not opened: {others}',
  contourFileOpened: 'Objects of {name}: {count}, read-only. They are shown from the file and are not in the list.',
  contourFileOther: '{name} is not shown: its objects belong to an image of {width} × {height} px.',
  reading: 'Reading …',
  writing: 'Writing …',
};
