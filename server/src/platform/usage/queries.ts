import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

/** An amount of a product in an hour of a project. */
export type HourlyAmount = {
  readonly ref: string
  readonly product: string
  readonly hour: Date
  readonly amount: number
}

/**
 * Sets the amounts of hours. An amount never decreases, so that a reading that is older than the
 * stored one changes nothing.
 */
export const setAmounts = (session: Session, rows: readonly HourlyAmount[]) =>
  session.run(sql`
    insert into platform.usage_hours as u (project_id, product, hour, amount)
    select p.id, r.product, r.hour, r.amount
    from unnest(
      ${rows.map(({ ref }) => ref)}::text[],
      ${rows.map(({ product }) => product)}::text[],
      ${rows.map(({ hour }) => hour.toISOString())}::timestamptz[],
      ${rows.map(({ amount }) => String(Math.round(amount)))}::bigint[]
    ) as r (ref, product, hour, amount)
    join platform.projects p on p.ref = r.ref
    on conflict (project_id, product, hour)
      do update set amount = excluded.amount where excluded.amount > u.amount`)

/** Begins an hour with the sizes of an earlier one, for projects that are not deleted. */
export const carrySizes = (
  session: Session,
  {
    products,
    from,
    to,
  }: { readonly products: readonly string[]; readonly from: Date; readonly to: Date },
) =>
  session.run(sql`
    insert into platform.usage_hours (project_id, product, hour, amount)
    select u.project_id, u.product, ${to}, u.amount from platform.usage_hours u
    join platform.projects p on p.id = u.project_id and p.deleted_at is null
    where u.hour = ${from} and u.product = any(${products})
    on conflict do nothing`)

/**
 * Counts an hour of a size for each of these projects that has none yet in this hour. The Free plan
 * pays for no compute.
 */
export const setComputeHours = (
  session: Session,
  hour: Date,
  rows: readonly { readonly ref: string; readonly product: string }[],
) =>
  session.run(sql`
    insert into platform.usage_hours (project_id, product, hour, amount)
    select p.id, r.product, ${hour}, 1
    from unnest(
      ${rows.map(({ ref }) => ref)}::text[], ${rows.map(({ product }) => product)}::text[]
    ) as r (ref, product)
    join platform.projects p on p.ref = r.ref
    join platform.organizations o on o.id = p.organization_id and o.plan <> 'free'
    where not exists (
      select from platform.usage_hours u
      where u.project_id = p.id and u.hour = ${hour} and starts_with(u.product, 'compute_'))
    on conflict do nothing`)

/** The last hour that was collected. */
export const readUsageHour = async (session: Session): Promise<Date | undefined> =>
  (await session.maybe(sql`select hour from platform.usage_state`, z.object({ hour: z.date() })))
    ?.hour

export const setUsageHour = (session: Session, hour: Date) =>
  session.run(sql`
    insert into platform.usage_state (hour) values (${hour})
    on conflict (is_only_row) do update set hour = excluded.hour`)

export const deleteHoursBefore = (session: Session, hour: Date) =>
  session.run(sql`delete from platform.usage_hours where hour < ${hour}`)

/** A project's amounts of a product on a day, in the order of days. */
export const UsageDay = z.object({
  organization_id: z.coerce.number(),
  ref: z.string(),
  name: z.string(),
  product: z.string(),
  /** `2026-03-01`. */
  day: z.string(),
  sum: z.coerce.number(),
  peak: z.coerce.number(),
})
export type UsageDay = z.infer<typeof UsageDay>

type DaysOf = {
  readonly from: Date
  readonly until: Date
  /** Every organization by default. */
  readonly organizationId?: number
  readonly ref?: string | undefined
}

export const listUsageDays = (
  session: Session,
  { from, until, organizationId, ref }: DaysOf,
): Promise<UsageDay[]> =>
  session.many(
    sql`
      select
        p.organization_id, p.ref, p.name, u.product,
        to_char(u.hour at time zone 'UTC', 'YYYY-MM-DD') as day,
        sum(u.amount) as sum, max(u.amount) as peak
      from platform.usage_hours u
      join platform.projects p on p.id = u.project_id
      where u.hour >= ${from} and u.hour < ${until}
        and (${organizationId ?? null}::bigint is null
          or p.organization_id = ${organizationId ?? null}::bigint)
        and (${ref ?? null}::text is null or p.ref = ${ref ?? null}::text)
      group by p.id, u.product, day
      order by day, p.id`,
    UsageDay,
  )

/** The months in which an organization used something, the newest first: `2026-03`. */
export const listUsedMonths = async (
  session: Session,
  organizationId: number,
): Promise<string[]> => {
  const rows = await session.many(
    sql`
      select distinct to_char(u.hour at time zone 'UTC', 'YYYY-MM') as month
      from platform.usage_hours u
      join platform.projects p on p.id = u.project_id
      where p.organization_id = ${organizationId}
      order by month desc`,
    z.object({ month: z.string() }),
  )
  return rows.map(({ month }) => month)
}

/** Whether the organization has, or had, this project. */
export const isProjectOf = async (
  session: Session,
  organizationId: number,
  ref: string,
): Promise<boolean> =>
  (await session.run(sql`
    select from platform.projects
    where organization_id = ${organizationId} and ref = ${ref}`)) > 0
