#import snake/shared/stages/slot_by_teams
#import snake/shared/sums/segment_rows
// requires: geometry, team
// The sums of the segments of a slot's candidates, over whose rows the lanes of each candidate's team go. `heldSides` is 2.

// Where the segment's moments are held.
var<private> out: u32;

fn putMoment(i: u32, value: vec2u) {
  held[out + i] = value;
}

fn sumSegments(lane: u32, phase: u32, candidate: u32, trial: Trial, valid: bool, asked: bool) {
  // Lanes of a segment: half a team, a team, or, of the one that there is where a ring starts, all of a party.
  let starts = phase == Phase_start;
  let width = select(select(team, team / 2u, phase == Phase_move), partyLanes, starts);
  let member = lane % width;
  let side = select(lane % team / width, 0u, starts);
  let wanted = select(valid, asked & trial.exists, starts);
  let segment = segmentFrom(select(vec4u(0u), segmentOf(trial, side), wanted));
  out = heldAt(side, 0u);
  for (var pass_ = 0u; pass_ < passesOf(); pass_++) {
    sumRows(lane, segment, member, width, pass_);
    gatherRows(lane, width);
    if ((member == 0u) & wanted) {
      putPass(lane, pass_, segment.down);
    }
  }
  workgroupBarrier();
  for (var m = lane % team; m < select(0u, geometry.moments, valid); m += team) {
    keepMoment(candidate, m, held[heldAt(0u, m)], select(vec2u(0u), held[heldAt(1u, m)], sidesOf() == 2u));
  }
}
