/**
 * Addresses of scripts on pages that enforce trusted types. The policy `snake-segmenter` passes the addresses of workers: the one
 * beside this module, one that this module made a text of, and the one that the page itself named.
 */
interface Policy {
  /** An object that stands for the address. */
  createScriptURL(address: string): string;
}

interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

const isPolicies = (value: unknown): value is Policies =>
  typeof value === 'object' && value !== null && 'createPolicy' in value && typeof value.createPolicy === 'function';

let policy: Policy | undefined;

/** The address as `Worker` takes it; as it stands where the page has no such rule, or does not allow the policy. */
export const trustedScript = (address: string): string => {
  const policies: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isPolicies(policies)) return address;
  try {
    policy ??= policies.createPolicy('snake-segmenter', { createScriptURL: (given) => given });
    return policy.createScriptURL(address);
  } catch {
    // The browser then says why the worker cannot be started.
    return address;
  }
};
