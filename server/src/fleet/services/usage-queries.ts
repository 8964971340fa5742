import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const UsageRow = z.object({ meter: z.string(), hour: z.date(), amount: z.coerce.number() })
export type UsageRow = z.infer<typeof UsageRow>

/** Adds to the counters of one hour in one statement. */
export const addUsage = (
  session: Session,
  hour: Date,
  rows: readonly { readonly ref: string; readonly meter: string; readonly amount: number }[],
) =>
  session.run(sql`
    insert into fleet.usage as u (ref, meter, hour, amount)
    select ref, meter, ${hour}, amount
    from unnest(
      ${rows.map(({ ref }) => ref)}::text[],
      ${rows.map(({ meter }) => meter)}::text[],
      ${rows.map(({ amount }) => String(amount))}::numeric[]
    ) as counted (ref, meter, amount)
    on conflict (ref, meter, hour) do update set amount = u.amount + excluded.amount`)

export const findUsage = (session: Session, ref: string, from: Date) =>
  session.many(
    sql`
      select meter, hour, amount from fleet.usage
      where ref = ${ref} and hour >= ${from}
      order by hour, meter`,
    UsageRow,
  )

/** The hours of every project, also of deleted ones. */
export const listUsage = (session: Session, from: Date) =>
  session.many(
    sql`select ref, meter, hour, amount from fleet.usage where hour >= ${from}`,
    UsageRow.extend({ ref: z.string() }),
  )

export const deleteUsageBefore = (session: Session, hour: Date) =>
  session.run(sql`delete from fleet.usage where hour < ${hour}`)
