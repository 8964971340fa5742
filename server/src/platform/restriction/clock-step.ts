import type { ClockedOrganization, RestrictionCause } from './queries.ts'

const DAY_MS = 24 * 3_600_000
/** How long an invoice can be overdue before the grace period begins. */
const OVERDUE_MS = 7 * DAY_MS
/** How long the services continue after a quota is exceeded, or an invoice stays unpaid. */
const GRACE_MS = 14 * DAY_MS
/** How long they continue after the grace period. */
const AFTER_GRACE_MS = 7 * DAY_MS

type ClockFacts = Pick<
  ClockedOrganization,
  'cause' | 'grace_period_end' | 'status' | 'unpaid_since'
> & { readonly isOverQuota: boolean }

/** A change of a restriction that is due. */
export type ClockStep =
  | { readonly event: 'grant_grace'; readonly cause: RestrictionCause; readonly end: Date }
  | { readonly event: 'restrict'; readonly cause: RestrictionCause }
  | { readonly event: 'lift' }

/**
 * The change that is due for an organization, if any. A restriction that an operator has set is
 * never changed, and one of the clock is lifted once its cause has ended.
 */
export function clockStep(facts: ClockFacts, now: Date): ClockStep | undefined {
  const { status, cause, grace_period_end: end } = facts
  const due = causeOf(facts, now)
  if (status === null)
    return due && { event: 'grant_grace', cause: due, end: new Date(now.getTime() + GRACE_MS) }
  if (cause === null) return undefined
  if (due === undefined) return { event: 'lift' }
  const isLate = end !== null && now.getTime() >= end.getTime() + AFTER_GRACE_MS
  return status === 'grace_period_over' && isLate ? { event: 'restrict', cause } : undefined
}

function causeOf(
  { unpaid_since: since, status, isOverQuota }: ClockFacts,
  now: Date,
): RestrictionCause | undefined {
  // A restriction lasts until every overdue invoice is paid, also one that is overdue since today.
  const wait = status === null ? OVERDUE_MS : 0
  if (since !== null && now.getTime() >= since.getTime() + wait) return 'invoices'
  return isOverQuota ? 'quota' : undefined
}
