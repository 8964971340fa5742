import { ProjectFailure, ProjectStatus } from '@stoa/contract/platform/projects'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { CopyOrigin, RecordedTarget } from '../copies/origins.ts'

const RestoreRow = z.object({
  ref: z.string(),
  id: z.string(),
  phase: z.enum(['replacing', 'returning', 'kept', 'discarding', 'recovering']),
  /** A project for a reset, which copies its data instead of restoring the own. */
  target: z.union([RecordedTarget, CopyOrigin]),
  status_before: ProjectStatus,
  failure: ProjectFailure.nullable(),
  restored_at: z.date().nullable(),
  kept_until: z.date().nullable(),
})
/** The last restore of a project, until the state before it is deleted. */
export type RestoreRow = z.infer<typeof RestoreRow>

const columns = sql`ref, id, phase, target, status_before, failure, restored_at, kept_until`

export const findRestore = (session: Session, ref: string) =>
  session.maybe(sql`select ${columns} from fleet.restores where ref = ${ref}`, RestoreRow)

export const lockRestore = (tx: Session, ref: string) =>
  tx.maybe(sql`select ${columns} from fleet.restores where ref = ${ref} for update`, RestoreRow)

/** Inserts no row if the project has one. */
export const insertRestore = (
  tx: Session,
  row: Pick<RestoreRow, 'ref' | 'id' | 'target' | 'status_before'> & { readonly at: Date },
) =>
  tx.run(sql`
    insert into fleet.restores (ref, id, phase, target, status_before, requested_at)
    values (
      ${row.ref}, ${row.id}, 'replacing', ${JSON.stringify(row.target)}::jsonb,
      ${row.status_before}, ${row.at}
    )
    on conflict do nothing`)

/** From now on, the job brings the former data back. */
export const returnFormerData = (
  tx: Session,
  ref: string,
  {
    id,
    from,
    failure,
    statusBefore,
  }: {
    readonly id: string
    readonly from: 'replacing' | 'kept'
    readonly failure: ProjectFailure | null
    readonly statusBefore?: ProjectStatus
  },
) =>
  tx.run(sql`
    update fleet.restores
    set phase = 'returning', failure = ${failure ? JSON.stringify(failure) : null}::jsonb,
      status_before = coalesce(${statusBefore ?? null}, status_before)
    where ref = ${ref} and id = ${id} and phase = ${from}`)

/** The project has the restored data, and the former is kept. */
export const keepFormerData = (
  tx: Session,
  ref: string,
  { id, at, until }: { readonly id: string; readonly at: Date; readonly until: Date },
) =>
  tx.run(sql`
    update fleet.restores set phase = 'kept', restored_at = ${at}, kept_until = ${until}
    where ref = ${ref} and id = ${id} and phase = 'replacing'`)

export const discardFormerData = (tx: Session, ref: string) =>
  tx.run(sql`update fleet.restores set phase = 'discarding' where ref = ${ref} and phase = 'kept'`)

export const deleteRestore = (tx: Session, ref: string, id: string) =>
  tx.run(sql`delete from fleet.restores where ref = ${ref} and id = ${id}`)

/** The project is removed with all of its data. */
export const deleteRestoreOf = (session: Session, ref: string) =>
  session.run(sql`delete from fleet.restores where ref = ${ref}`)

/** The projects whose former data is no longer kept, or whose deletion of it was interrupted. */
export const dueDiscards = async (session: Session, now: Date): Promise<readonly string[]> => {
  const rows = await session.many(
    sql`
      select ref from fleet.restores
      where phase = 'discarding' or (phase = 'kept' and kept_until <= ${now})`,
    z.object({ ref: z.string() }),
  )
  return rows.map(({ ref }) => ref)
}
