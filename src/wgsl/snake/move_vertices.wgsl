#import snake/shared/stages/closing
#import snake/shared/stages/stage_move
// Closes a stage: moves the vertices that ranked acceptance takes. CPU kernel: src/snake/kernels/move_vertices.ts.

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  moveStage(group.z, lane);
}
