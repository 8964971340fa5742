import { PlanId } from '@stoa/contract/platform/organizations'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

export const PlanPeriod = z.object({
  plan: PlanId,
  begins_at: z.date(),
  /** Null for the current one. */
  ends_at: z.date().nullable(),
})
export type PlanPeriod = z.infer<typeof PlanPeriod>

/** The plans that an organization had within a time, the oldest first. */
export const listPlanPeriods = (
  session: Session,
  organizationId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
) =>
  session.many(
    sql`
      select plan, begins_at, ends_at from platform.plan_periods
      where organization_id = ${organizationId} and begins_at < ${until}
        and (ends_at is null or ends_at > ${from})
      order by begins_at`,
    PlanPeriod,
  )

const soldHere = sql`
  (o.billing_partner is null or o.billing_partner not in ('vercel_marketplace', 'aws'))`

/** Where periods of all organizations are kept, or those of one. */
const within = (organizationId: number | undefined) =>
  organizationId === undefined ? sql`true` : sql`o.id = ${organizationId}`

/** Ends the open periods of organizations that now have another plan or another biller. */
export async function endChangedPeriods(
  tx: Session,
  at: Date,
  organizationId: number | undefined,
): Promise<void> {
  const isChanged = sql`
    p.ends_at is null and o.id = p.organization_id and ${within(organizationId)}
    and (o.plan <> p.plan or not ${soldHere})`
  // A plan that was chosen and left at the same moment was never had.
  await tx.run(sql`
    delete from platform.plan_periods p using platform.organizations o
    where ${isChanged} and p.begins_at >= ${at}`)
  await tx.run(sql`
    update platform.plan_periods p set ends_at = ${at} from platform.organizations o
    where ${isChanged}`)
}

/** Begins a period for each organization without an open one. */
export const beginPeriods = (tx: Session, at: Date, organizationId: number | undefined) =>
  tx.run(sql`
    insert into platform.plan_periods (organization_id, plan, begins_at)
    select o.id, o.plan, ${at} from platform.organizations o
    where ${soldHere} and ${within(organizationId)} and not exists (
      select from platform.plan_periods p where p.organization_id = o.id and p.ends_at is null)
    on conflict do nothing`)

export const endAllPeriods = (tx: Session, at: Date) =>
  tx.run(sql`
    update platform.plan_periods set ends_at = greatest(begins_at, ${at}) where ends_at is null`)

export const setSellsPlans = (tx: Session, isOn: boolean) =>
  tx.run(sql`update platform.settings set sells_plans = ${isOn}`)

export const setPlan = (tx: Session, organizationId: number, plan: PlanId) =>
  tx.run(sql`update platform.organizations set plan = ${plan} where id = ${organizationId}`)

export const setSpendCap = (tx: Session, organizationId: number, isOn: boolean) =>
  tx.run(
    sql`update platform.organizations set has_spend_cap = ${isOn} where id = ${organizationId}`,
  )

export const readCredit = async (session: Session, organizationId: number): Promise<number> => {
  const { cents } = await session.one(
    sql`
      select coalesce(sum(amount_cents), 0) as cents from platform.credits
      where organization_id = ${organizationId}`,
    z.object({ cents: z.coerce.number() }),
  )
  return cents
}

export const insertCredit = (
  tx: Session,
  credit: {
    readonly organizationId: number
    readonly cents: number
    readonly reason: string
    readonly at: Date
  },
) =>
  tx.run(sql`
    insert into platform.credits (organization_id, amount_cents, reason, at)
    values (${credit.organizationId}, ${credit.cents}, ${credit.reason}, ${credit.at})`)

/** The things of an organization that smaller plans do not have. */
export const readHoldings = (session: Session, organizationId: number, at: Date) =>
  session.one(
    sql`
      select
        (select count(*) from platform.projects p
          where p.organization_id = ${organizationId} and p.parent_project_ref is not null
            and p.deleted_at is null) as branches,
        (select count(*) from platform.log_drains d
          join platform.projects p on p.id = d.project_id
          where p.organization_id = ${organizationId} and p.deleted_at is null) as drains,
        (select count(*) from platform.invoices i
          where i.organization_id = ${organizationId} and i.paid_at is null
            and i.due_at <= ${at}) as overdue`,
    z.object({
      branches: z.coerce.number(),
      drains: z.coerce.number(),
      overdue: z.coerce.number(),
    }),
  )

/** The projects of an organization that are not branches. */
export const listProjectNames = (session: Session, organizationId: number) =>
  session.many(
    sql`
      select ref, name from platform.projects
      where organization_id = ${organizationId} and parent_project_ref is null
        and deleted_at is null
      order by name, ref`,
    z.object({ ref: z.string(), name: z.string() }),
  )
