import { PlanId } from '@stoa/contract/platform/organizations'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

/** Why the clock restricts an organization. */
export const RestrictionCause = z.enum(['quota', 'invoices'])
export type RestrictionCause = z.infer<typeof RestrictionCause>

const Status = z.enum(['grace_period', 'grace_period_over', 'restricted'])

export const lockRestriction = (session: Session, slug: string) =>
  session.maybe(
    sql`
      select id, slug, restriction_status, restriction_cause, grace_period_end from platform.organizations
      where slug = ${slug} for update`,
    z.object({
      id: z.coerce.number(),
      slug: z.string(),
      restriction_status: Status.nullable(),
      restriction_cause: RestrictionCause.nullable(),
      grace_period_end: z.date().nullable(),
    }),
  )

export const saveRestriction = (
  session: Session,
  id: number,
  {
    status,
    gracePeriodEnd,
    cause,
  }: {
    status: z.infer<typeof Status> | null
    gracePeriodEnd: Date | null
    cause: RestrictionCause | null
  },
) =>
  session.run(sql`
    update platform.organizations
    set restriction_status = ${status}, grace_period_end = ${gracePeriodEnd},
      restriction_cause = ${cause}
    where id = ${id}`)

export const listElapsedGracePeriods = (session: Session, at: Date) =>
  session.many(
    sql`
      select slug from platform.organizations
      where restriction_status = 'grace_period' and grace_period_end <= ${at}`,
    z.object({ slug: z.string() }),
  )

/** The projects that must not serve. */
export const listRestrictedRefs = (session: Session) =>
  session.many(
    sql`
      select p.ref from platform.projects p
      join platform.organizations o on o.id = p.organization_id
      where o.restriction_status = 'restricted' and p.deleted_at is null`,
    z.object({ ref: z.string() }),
  )

export const ClockedOrganization = z.object({
  id: z.coerce.number(),
  slug: z.string(),
  plan: PlanId,
  has_spend_cap: z.boolean(),
  status: Status.nullable(),
  cause: RestrictionCause.nullable(),
  grace_period_end: z.date().nullable(),
  /** When the oldest unpaid invoice was due. */
  unpaid_since: z.date().nullable(),
})
export type ClockedOrganization = z.infer<typeof ClockedOrganization>

/** The organizations that the clock can restrict: those that this installation bills. */
export const listClocked = (session: Session) =>
  session.many(
    sql`
      select
        o.id, o.slug, o.plan, o.has_spend_cap, o.restriction_status as status,
        o.restriction_cause as cause, o.grace_period_end,
        (select min(i.due_at) from platform.invoices i
          where i.organization_id = o.id and i.paid_at is null) as unpaid_since
      from platform.organizations o
      where o.billing_partner is null or o.billing_partner not in ('vercel_marketplace', 'aws')
      order by o.id`,
    ClockedOrganization,
  )
