#import snake/shared/state/layout
// requires: geometry
// The one domain of all contours of a dispatch, or a chunk of its rows, as the geometry has it.

fn domainWidth() -> u32 {
  return geometry.width;
}

fn domainHeight() -> u32 {
  return geometry.height;
}

fn firstRow() -> u32 {
  return geometry.firstRow;
}

fn boundRows() -> u32 {
  return geometry.rows;
}

fn rowWords() -> u32 {
  return geometry.rowWords;
}

fn entriesInRow() -> u32 {
  return geometry.entries;
}

fn samplesAt() -> u32 {
  return 0u;
}

fn prefixesAt() -> u32 {
  return 0u;
}

fn minimumLength() -> u32 {
  return geometry.minimumLength;
}

fn capacityOfContour() -> u32 {
  return geometry.capacity;
}
