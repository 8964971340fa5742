import type { Restriction } from '@stoa/contract/platform/restriction'

export type RestrictionState = Restriction['status'] | 'unrestricted'
/** What an operator asks for, and what time brings: `grace_elapsed`. */
export type RestrictionEvent = 'grant_grace' | 'end_grace' | 'restrict' | 'lift' | 'grace_elapsed'

/**
 * Every state and every event has an answer: the next state; `ignore`, already so or no longer of
 * interest; or `reject`, refused with 409. A grace period can be given, and given again, at any
 * time; only one that was given can be over.
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
    // A new end for the same period.
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
