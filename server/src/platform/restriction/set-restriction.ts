import type { Organization } from '@stoa/contract/platform/organizations'
import type { Restriction } from '@stoa/contract/platform/restriction'
import { AppError } from '../../lib/errors.ts'
import type { Session } from '../../postgres/database.ts'
import { organizationNotFound } from '../access/port.ts'
import { audit, type Actor, type SystemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { restrictionChanged, MANAGERS, notifyRoles } from '../notifications/port.ts'
import { readOrganization } from '../organizations/port.ts'
import { lockRestriction, saveRestriction, type RestrictionCause } from './queries.ts'
import { RESTRICTIONS, type RestrictionEvent } from './transitions.ts'

/** Restricts an organization, or lifts the restriction (`null`). In force once this resolves. */
export async function setRestriction(
  context: Pick<Context, 'permissions' | 'restrictionsChanged' | 'session'>,
  actor: Actor,
  { slug, restriction }: { slug: string; restriction: Restriction | null },
): Promise<Organization> {
  const end = restriction?.status === 'grace_period' ? new Date(restriction.grace_period_end) : null
  if (end && end <= actor.at)
    throw new AppError('grace_period_past', 'The end of the grace period is in the past.', {
      status: 400,
      hint: 'Use a time in the future.',
    })
  const event = eventOf(restriction)
  const id = await context.session.transaction((tx) =>
    applyRestriction(tx, actor, { slug, event, end }),
  )
  await context.restrictionsChanged()
  return readOrganization(context, { organizationId: id, slug, standing: 'operator' })
}

/**
 * Applies an event according to the table, within the caller's transaction: changes the state, adds
 * a row to the audit log, and notifies the organization's managers. Returns the organization's id.
 */
export async function applyRestriction(
  tx: Session,
  actor: Actor | SystemActor,
  {
    slug,
    event,
    end,
    cause = null,
  }: {
    slug: string
    event: RestrictionEvent
    end: Date | null
    /** Null for an operator's. */
    cause?: RestrictionCause | null
  },
): Promise<number> {
  const found = await lockRestriction(tx, slug)
  if (!found) throw organizationNotFound()
  const from = found.restriction_status ?? 'unrestricted'
  const to = RESTRICTIONS[from][event]
  if (to === 'reject')
    throw new AppError(
      'restriction_rejected',
      `An organization that is ${from.replaceAll('_', ' ')} is not in a grace period.`,
      { status: 409, hint: 'Give it a grace period, restrict it, or lift the restriction.' },
    )
  if (to === 'ignore') return found.id
  const status = to === 'unrestricted' ? null : to
  await saveRestriction(tx, found.id, {
    status,
    // Keeps showing the end of the period after it is over; lifting the restriction clears it.
    gracePeriodEnd: status === null ? null : (end ?? found.grace_period_end),
    cause: event === 'grace_elapsed' ? found.restriction_cause : cause,
  })
  await audit(tx, actor, {
    action: 'organization.restrict',
    on: { slug },
    metadata: {
      from,
      to,
      ...(end && { grace_period_end: end.toISOString() }),
      ...(cause && { cause }),
    },
  })
  await notifyRoles(
    tx,
    { organizationId: found.id, roles: MANAGERS, except: null },
    { at: actor.at, note: restrictionChanged(status) },
  )
  return found.id
}

function eventOf(restriction: Restriction | null): RestrictionEvent {
  switch (restriction?.status) {
    case undefined:
      return 'lift'
    case 'grace_period':
      return 'grant_grace'
    case 'grace_period_over':
      return 'end_grace'
    case 'restricted':
      return 'restrict'
  }
}
