/** The banner's own words for errors, in English. They load with `parts/problem-text`, which alone tells them. */
export const englishProblems = {
  pictureTooLarge:
    '{name} is too large to be opened: {size}; at most {limit}. Saved as a tiled TIFF it can be read in parts, whatever its size.',
  fieldRefused: '{name} cannot be {value}: {wanted}.',
  nothingAtPoint: 'Nothing stands out at {point}. Click into an object, or draw a box or a polygon around it.',
  touchNothing: 'Nothing stands out at {point}. Tap inside an object, or draw a box or a polygon around it.',
  noLarger: 'There is no larger shape here that stands out.',
  noSmaller: 'There is no smaller shape here that stands out.',
  partUnreadable: 'A part of the image could not be read: {reason}. Try again, or go on elsewhere in the image.',
  startRefused: 'No run can start here: {reason}.',
  nothingDetected:
    'No objects stand out here. Look at another part of the image, change the parameters, or outline an object and choose “Find all like these”.',
  nothingAlike:
    'No objects like the examples were found here. Look at another part of the image, or outline more examples.',
  nothingInRegions:
    'No objects were found. Outline some, or more, as examples for “Find all like these”, or change the parameters.',
  nothingNew:
    'Nothing new was found: the objects found here are in the list already. Look at another part of the image, or outline the missing ones.',
};
