/**
 * Addresses of scripts on pages that enforce trusted types. The policy `snake-segmenter` allows the addresses of workers: the one
 * beside this module, one that this module created from a script's text, and the address that the page named.
 */
interface Policy {
  /** Returns an object that represents the address. */
  createScriptURL(address: string): string;
}

interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

const isPolicies = (value: unknown): value is Policies =>
  typeof value === 'object' && value !== null && 'createPolicy' in value && typeof value.createPolicy === 'function';

let policy: Policy | undefined;

/** The address as `Worker` takes it; unchanged where the page does not enforce trusted types, or forbids the policy. */
export const trustedScript = (address: string): string => {
  const policies: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isPolicies(policies)) return address;
  try {
    policy ??= policies.createPolicy('snake-segmenter', { createScriptURL: (given) => given });
    return policy.createScriptURL(address);
  } catch {
    // The browser then reports why the worker cannot be started.
    return address;
  }
};
