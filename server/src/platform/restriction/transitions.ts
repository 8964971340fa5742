import type { Restriction } from '@stoa/contract/platform/restriction'

export type RestrictionState = Restriction['status'] | 'unrestricted'
/** Events that an operator requests, and `grace_elapsed`, which the clock causes. */
export type RestrictionEvent = 'grant_grace' | 'end_grace' | 'restrict' | 'lift' | 'grace_elapsed'

/**
 * The outcome of every event in every state: the next state; `ignore`, already so or no longer
 * relevant; or `reject`, refused with 409. A grace period can be set, and set again, at any time;
 * it can only end after it was set.
 */
export const RESTRICTIONS: Readonly<
  Record<
    RestrictionState,
    Readonly<Record<RestrictionEvent, RestrictionState | 'ignore' | 'reject'>>
  >
> = {
  unrestricted: {
    grant_grace: 'grace_period',
    end_grace: 'reject',
    restrict: 'restricted',
    lift: 'ignore',
    grace_elapsed: 'ignore',
  },
  grace_period: {
    // Sets a new end for the same period.
    grant_grace: 'grace_period',
    end_grace: 'grace_period_over',
    restrict: 'restricted',
    lift: 'unrestricted',
    grace_elapsed: 'grace_period_over',
  },
  grace_period_over: {
    grant_grace: 'grace_period',
    end_grace: 'ignore',
    restrict: 'restricted',
    lift: 'unrestricted',
    grace_elapsed: 'ignore',
  },
  restricted: {
    grant_grace: 'grace_period',
    end_grace: 'reject',
    restrict: 'ignore',
    lift: 'unrestricted',
    grace_elapsed: 'ignore',
  },
}
