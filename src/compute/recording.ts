/**
 * A list of kernel calls, writes, copies and reads, as plain data. An `Executor` runs it
 * (`executor.ts`): the CPU calls each kernel's CPU form, WebGPU encodes each kernel's shader. Both produce the same bits.
 */
import type { Wgsl } from './wgsl.js';

/** A shader, or the import of its module, which is needed on a device only. */
export type Shader = Wgsl | (() => Promise<{ readonly default: Wgsl }>);

/** Memory owned by an executor. Its content is 32-bit words, little-endian. */
export interface DeviceBuffer {
  readonly label: string;
  /** Length in bytes, a multiple of 4. */
  readonly byteLength: number;
  /** Frees the memory; recordings that use the buffer cannot be submitted afterwards. */
  destroy(): void;
}

/** How a kernel uses a buffer. */
export type Access = 'uniform' | 'read' | 'read-write';

/** A buffer of a kernel, by name, in the order of its shader's bindings. */
export interface Binding<Name extends string = string> {
  readonly name: Name;
  readonly access: Access;
}

/** The words behind each binding of a kernel, by the binding's name. */
export type Words<Name extends string = string> = Readonly<Record<Name, Uint32Array>>;
/** Values of the shader's `override` constants. */
export type Constants<Name extends string = string> = Readonly<Record<Name, number>>;
/** Runs one workgroup of a kernel's CPU form. */
export type GroupFunction = (x: number, y: number, z: number) => void;

/**
 * One kernel: a shader and its CPU form. `bindings` are listed in the order of `@binding(n)` of group 0.
 * `cpu` is called once per dispatch and returns a function that is called once per workgroup. The workgroups of
 * a dispatch must not depend on each other: their order is undefined, and the executor may yield between them.
 */
export interface Kernel {
  /** The stem of its file, as `strided_prefixes`. */
  readonly name: string;
  readonly wgsl: Shader;
  readonly bindings: readonly Binding[];
  readonly cpu: (words: Words, constants: Constants) => GroupFunction;
}

/** A kernel as written in its file: the CPU form's types include the names of its bindings and constants. */
interface Definition<Name extends string, Constant extends string> {
  readonly name: string;
  readonly wgsl: Kernel['wgsl'];
  readonly bindings: readonly Binding<Name>[];
  /** Required constants of every dispatch, and constants with defaults. */
  readonly constants?: readonly Constant[];
  readonly defaults?: Readonly<Partial<Record<Constant, number>>>;
  readonly cpu: (words: Words<Name>, constants: Constants<Constant>) => GroupFunction;
}

/**
 * The kernel of a definition. Its CPU kernel throws a TypeError where a dispatch lacks a binding or a constant.
 */
export const defineKernel = <Name extends string, Constant extends string = never>({
  name,
  wgsl,
  bindings,
  constants: required = [],
  defaults,
  cpu,
}: Definition<Name, Constant>): Kernel => {
  const names = bindings.map((binding) => binding.name);
  /** Complete values, cached by the words of a dispatch: a repeated dispatch has the same. */
  const complete = new WeakMap<Words, { given: Constants; words: Words<Name>; constants: Constants<Constant> }>();
  return {
    name,
    wgsl,
    bindings,
    cpu: (words, given) => {
      const known = complete.get(words);
      if (known?.given === given) return cpu(known.words, known.constants);
      const constants: Readonly<Record<string, number>> = { ...defaults, ...given };
      if (!hasAll(words, names)) throw new TypeError(`kernel ${name} needs words for ${names.join(', ')}`);
      if (!hasAll(constants, required)) throw new TypeError(`kernel ${name} needs values for ${required.join(', ')}`);
      complete.set(words, { given, words, constants });
      return cpu(words, constants);
    },
  };
};

const hasAll = <Name extends string, Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly Name[],
): values is Readonly<Record<Name, Value>> => names.every((name) => values[name] !== undefined);

/** Workgroups in x, y, z: fixed, or three words read from a buffer when the dispatch starts, each at most `most`. */
export type Groups =
  | readonly [number, number, number]
  | {
      readonly indirect: DeviceBuffer;
      /** In words. */ readonly offset: number;
      readonly most: readonly [number, number, number];
    };

/** One entry of a recording. */
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

/**
 * Builds a list of commands, which `Executor.submit` runs in the order in which they were added. Offsets and lengths are in 32-bit words and
 * must lie within the buffers. A recording may be submitted more than once; every method returns the recording itself.
 */
export class Recording {
  readonly commands: Command[] = [];

  /**
   * Runs a kernel.
   * @param buffers by the name of the binding; on the CPU the submit throws a TypeError where one is missing
   * @param groups workgroups in x, y and z
   * @param constants values of the shader's `override` constants
   */
  dispatch(
    kernel: Kernel,
    buffers: Readonly<Record<string, DeviceBuffer>>,
    groups: Groups,
    constants: Constants = {},
  ): this {
    this.commands.push({ kind: 'dispatch', kernel, buffers, groups, constants });
    return this;
  }

  /** Writes words to a buffer from word `offset` on. They are read at the submit and must not change until then. */
  write(buffer: DeviceBuffer, data: Uint32Array, offset = 0): this {
    this.commands.push({ kind: 'write', buffer, offset, data });
    return this;
  }

  /** Fills a buffer with zeros. */
  clear(buffer: DeviceBuffer): this {
    this.commands.push({ kind: 'clear', buffer });
    return this;
  }

  /** Copies `length` words from one buffer to another. */
  copy(from: DeviceBuffer, to: DeviceBuffer, length: number, fromOffset = 0, toOffset = 0): this {
    this.commands.push({ kind: 'copy', from, fromOffset, to, toOffset, length });
    return this;
  }

  /** Reads `length` words from word `offset` on, by default the whole buffer: `Executor.submit` resolves to them. */
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
