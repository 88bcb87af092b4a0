import { defineKernel } from '../../../src/compute/recording.js';

/** Adds `by[0]·step` to every word of `to`: the smallest kernel that reads, writes and has a constant. */
export const addKernel = defineKernel({
  name: 'add',
  wgsl: `
    override step: u32 = 1;
    @group(0) @binding(0) var<storage, read> by: array<u32>;
    @group(0) @binding(1) var<storage, read_write> to: array<u32>;
    @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
      if (id.x < arrayLength(&to)) { to[id.x] += by[0] * step; }
    }`,
  bindings: [
    { name: 'by', access: 'read' },
    { name: 'to', access: 'read-write' },
  ],
  defaults: { step: 1 },
  cpu: ({ by, to }, { step }) => {
    return (x) => {
      for (let i = 4 * x; i < Math.min(4 * x + 4, to.length); i++) to[i]! += by[0]! * step;
    };
  },
});
