/**
 * The page's content security policy. A load that it blocks fails without a reason; the browser names the directive in an event, both in the page
 * and in a worker. Node has neither.
 */
import { because, type Reason } from './reasons.js';

/** What a directive of the policy must have beside what it has. */
export const lacking = (source: string, directive: string): Reason =>
  because('policy-lacks')`the page's content security policy must have ${source} in ${directive}`;

/** Listens for violations until it is ended. */
export interface PolicyWatch {
  /** The violated directive, if any; call it after the failure. */
  directive(): Promise<string | undefined>;
  end(): void;
}

const EVENT = 'securitypolicyviolation';

const nothing: PolicyWatch = { directive: async () => undefined, end: () => {} };

/** Watches for a violation whose blocked address, or scheme alone, satisfies `isWatched`. */
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
      // The event may be dispatched in a later task than the failure.
      await new Promise((resolve) => setTimeout(resolve));
      return found;
    },
    end: () => globalThis.removeEventListener(EVENT, heard),
  };
};
