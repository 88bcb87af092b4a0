#import snake/shared/score/row_extras
// requires: ringMoment, totals
// Scores kept candidates, or the current ring.

// The row that is judged: in `totals`, or the ring's own.
var<private> row: u32;
var<private> judgesRing: bool;

fn acceptedMoment(i: u32) -> vec2u {
  var moment: vec2u;
  if (judgesRing) {
    moment = ringMoment(i);
  } else {
    moment = vec2u(totals[row + 2u * i], totals[row + 2u * i + 1u]);
  }
  return moment;
}

fn acceptedExtras() -> vec4u {
  var words: vec4u;
  if (judgesRing) {
    words = ringExtras();
  } else {
    words = extrasAt(row);
  }
  return words;
}
