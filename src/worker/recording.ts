/**
 * What to run, as plain data: a list of kernel calls, writes, copies and reads. Who runs it is an `Executor`
 * (`executor.ts`): the CPU calls each kernel's twin, WebGPU encodes each kernel's shader. Both leave the same bits.
 */

/** Memory owned by an executor. Its content is 32-bit words, little-endian. */
export interface DeviceBuffer {
  readonly label: string;
  /** A multiple of 4. */
  readonly byteLength: number;
  destroy(): void;
}

export type Access = 'uniform' | 'read' | 'read-write';

export interface Binding {
  readonly name: string;
  readonly access: Access;
}

/** The words behind each binding of a kernel, by the binding's name. */
export type Words = Readonly<Record<string, Uint32Array>>;
/** Values of the shader's `override` constants. */
export type Constants = Readonly<Record<string, number>>;
/** Runs one workgroup of a kernel's twin. */
export type GroupFunction = (x: number, y: number, z: number) => void;

/**
 * One kernel: a shader and its CPU twin. `bindings` are listed in the order of `@binding(n)` of group 0.
 * `twin` is called once a dispatch and returns the function that is then called once a workgroup; workgroups of
 * one dispatch must not depend on each other, so the order is free and the executor may pause between them.
 */
export interface Kernel {
  /** The stem of its file, as `strided_prefixes`. */
  readonly name: string;
  readonly wgsl: string;
  readonly bindings: readonly Binding[];
  readonly twin: (words: Words, constants: Constants) => GroupFunction;
}

/** Workgroups in x, y, z: fixed, or three words read from a buffer when the dispatch starts, never above `most`. */
export type Groups =
  | readonly [number, number, number]
  | {
      readonly indirect: DeviceBuffer;
      /** In words. */ readonly offset: number;
      readonly most: readonly [number, number, number];
    };

export type Command =
  | {
      readonly kind: 'dispatch';
      readonly kernel: Kernel;
      readonly buffers: Readonly<Record<string, DeviceBuffer>>;
      readonly groups: Groups;
      readonly constants: Constants;
    }
  | { readonly kind: 'write'; readonly buffer: DeviceBuffer; readonly offset: number; readonly data: Uint32Array }
  | { readonly kind: 'clear'; readonly buffer: DeviceBuffer }
  | {
      readonly kind: 'copy';
      readonly from: DeviceBuffer;
      readonly fromOffset: number;
      readonly to: DeviceBuffer;
      readonly toOffset: number;
      readonly length: number;
    }
  | { readonly kind: 'read'; readonly buffer: DeviceBuffer; readonly offset: number; readonly length: number };

/** Builds the list. All offsets and lengths are in 32-bit words. A recording may be submitted more than once. */
export class Recording {
  readonly commands: Command[] = [];

  dispatch(
    kernel: Kernel,
    buffers: Readonly<Record<string, DeviceBuffer>>,
    groups: Groups,
    constants: Constants = {},
  ): this {
    this.commands.push({ kind: 'dispatch', kernel, buffers, groups, constants });
    return this;
  }

  write(buffer: DeviceBuffer, data: Uint32Array, offset = 0): this {
    this.commands.push({ kind: 'write', buffer, offset, data });
    return this;
  }

  clear(buffer: DeviceBuffer): this {
    this.commands.push({ kind: 'clear', buffer });
    return this;
  }

  copy(from: DeviceBuffer, to: DeviceBuffer, length: number, fromOffset = 0, toOffset = 0): this {
    this.commands.push({ kind: 'copy', from, fromOffset, to, toOffset, length });
    return this;
  }

  /** The words come back from `Executor.submit`, in the order of the reads. */
  read(buffer: DeviceBuffer, length = buffer.byteLength / 4, offset = 0): this {
    this.commands.push({ kind: 'read', buffer, offset, length });
    return this;
  }

  /** Appends another recording's commands. */
  append(other: Recording): this {
    for (const command of other.commands) this.commands.push(command);
    return this;
  }
}
