#import snake/shared/state/layout
#struct Domain = snake/kernels/shared/contour-records: D
#constants snake/kernels/shared/contour-records: C, Q
// requires: contours, domains
// The domain of one contour among many of different images or places: which of `domains`, and where its samples and prefixes lie in
// the buffers of all. All of its rows are bound.

var<private> domain: Domain;
// Where the contour's record begins, and what its head says.
var<private> record: u32;
var<private> shortest: u32;
var<private> most: u32;

// Words of one contour's record: its head, its state, its vertices, and which of these wait.
fn recordWords(capacity: u32) -> u32 {
  return C_state + stateWords() + 3u * capacity;
}

fn lookAtRecord(contour: u32, capacity: u32) {
  record = contour * recordWords(capacity);
  domain = domains[contours[record + C_domain]];
  shortest = contours[record + C_minimumLength];
  most = contours[record + C_capacity];
}

fn domainWidth() -> u32 {
  return domain.width;
}

fn domainHeight() -> u32 {
  return domain.height;
}

fn firstRow() -> u32 {
  return 0u;
}

fn boundRows() -> u32 {
  return domain.height;
}

fn rowWords() -> u32 {
  return domain.rowWords;
}

fn entriesInRow() -> u32 {
  return domain.entries;
}

fn samplesAt() -> u32 {
  return domain.samplesAt;
}

fn prefixesAt() -> u32 {
  return domain.prefixesAt;
}

fn minimumLength() -> u32 {
  return shortest;
}

fn capacityOfContour() -> u32 {
  return most;
}
