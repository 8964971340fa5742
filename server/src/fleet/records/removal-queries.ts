import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const RetiredRow = z.object({ ref: z.string(), removal_due: z.date() })

/** The deleted projects among these whose data is kept. */
export const findRetired = (session: Session, refs: readonly string[]) =>
  session.many(
    sql`
      select ref, removal_due from fleet.instances
      where ref = any(${refs}) and status = 'GOING_DOWN' and removal_due is not null
      order by removal_due desc, ref`,
    RetiredRow,
  )

export const setRemovalDue = (tx: Session, ref: string, at: Date) =>
  tx.run(sql`update fleet.instances set removal_due = ${at} where ref = ${ref}`)

/** The project is no longer kept: it is removed at once. Updates no row if it was not kept. */
export const endKeeping = (tx: Session, ref: string) =>
  tx.run(sql`
    update fleet.instances set removal_due = null
    where ref = ${ref} and status = 'GOING_DOWN' and removal_due is not null`)

/** The same for a project that comes back, unless its time is over. */
export const keepForGood = (tx: Session, ref: string, now: Date) =>
  tx.run(sql`
    update fleet.instances set removal_due = null
    where ref = ${ref} and status = 'GOING_DOWN' and removal_due > ${now}`)

/** From here on, the project cannot come back. Updates no row while its data is kept. */
export const beginRemoval = (session: Session, ref: string, now: Date) =>
  session.run(sql`
    update fleet.instances set removal_due = null
    where ref = ${ref} and status = 'GOING_DOWN'
      and (removal_due is null or removal_due <= ${now})`)

export const dueRemovals = async (session: Session, now: Date): Promise<readonly string[]> => {
  const rows = await session.many(
    sql`select ref from fleet.instances where status = 'GOING_DOWN' and removal_due <= ${now}`,
    z.object({ ref: z.string() }),
  )
  return rows.map(({ ref }) => ref)
}
