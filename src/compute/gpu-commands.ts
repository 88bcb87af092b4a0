import { gpuOf } from './gpu-memory.js';
import type { Groups, Recording } from './recording.js';

/** Encodes the dispatch of the kernel that is set; of no workgroups, nothing. */
export const dispatch = (pass: GPUComputePassEncoder, groups: Groups): void => {
  if ('indirect' in groups) pass.dispatchWorkgroupsIndirect(gpuOf(groups.indirect), groups.offset * 4);
  else if (!groups.includes(0)) pass.dispatchWorkgroups(groups[0], groups[1], groups[2]);
};

/** The names of a recording's kernels, each once. */
export const kernelsOf = (recording: Recording): readonly string[] => [
  ...new Set(recording.commands.flatMap((command) => (command.kind === 'dispatch' ? [command.kernel.name] : []))),
];
