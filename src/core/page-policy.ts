/**
 * The page's content security policy. What it refuses fails without a reason; the browser names the directive in an event, in the page as in a
 * worker, and Node has neither.
 */

/** Listens for a refusal until it is ended. */
export interface PolicyWatch {
  /** The directive that refused, if one did; asked after the failure. */
  directive(): Promise<string | undefined>;
  end(): void;
}

const EVENT = 'securitypolicyviolation';

const nothing: PolicyWatch = { directive: async () => undefined, end: () => {} };

/** Watches for the refusal of what an address, or its scheme alone, is blocked by. */
export const watchPolicy = (isWatched: (blocked: string) => boolean): PolicyWatch => {
  if (typeof SecurityPolicyViolationEvent !== 'function') return nothing;
  let found: string | undefined;
  const heard = (event: Event): void => {
    if (!(event instanceof SecurityPolicyViolationEvent) || event.disposition !== 'enforce') return;
    if (isWatched(event.blockedURI)) found ??= event.effectiveDirective;
  };
  globalThis.addEventListener(EVENT, heard);
  return {
    directive: async () => {
      // The event may come in a task of its own after the failure.
      await new Promise((resolve) => setTimeout(resolve));
      return found;
    },
    end: () => globalThis.removeEventListener(EVENT, heard),
  };
};
