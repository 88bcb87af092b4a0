/** Values that are shared with a host, which may only read them. */

/** The value itself, in which nothing can be set from now on, however deep. It must be plain data without cycles; what getters give is not read. */
export const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) for (const entry of value) frozen(entry);
  else
    for (const name of Object.keys(value)) {
      if (Object.getOwnPropertyDescriptor(value, name)?.get) Object.defineProperty(value, name, { set: undefined });
      else frozen(Reflect.get(value, name));
    }
  return Object.freeze(value);
};
