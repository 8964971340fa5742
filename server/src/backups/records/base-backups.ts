import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { Backup, Verification } from '../port.ts'

/** A base backup with the WAL that makes it consistent. */
export type BaseBackup = Backup & {
  readonly chain: string
  readonly timeline: number | null
  readonly firstSegment: number | null
  readonly lastSegment: number | null
}

const Row = z
  .object({
    id: z.string(),
    ref: z.string(),
    chain: z.string(),
    name: z.string().nullable(),
    status: z.enum(['running', 'complete', 'failed']),
    started_at: z.date(),
    completed_at: z.date().nullable(),
    bytes: z.coerce.number(),
    failure: z.string().nullable(),
    timeline: z.number().nullable(),
    first_segment: z.coerce.number().nullable(),
    last_segment: z.coerce.number().nullable(),
    verified_at: z.date().nullable(),
    is_sound: z.boolean().nullable(),
    verification: z.string().nullable(),
  })
  .transform((row): BaseBackup => ({
    id: row.id,
    ref: row.ref,
    chain: row.chain,
    name: row.name,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    bytes: row.bytes,
    failure: row.failure,
    timeline: row.timeline,
    firstSegment: row.first_segment,
    lastSegment: row.last_segment,
    verification:
      row.verified_at === null
        ? null
        : {
            at: row.verified_at,
            isSound: row.is_sound === true,
            message: row.verification ?? '',
          },
  }))

const columns = sql`
  id, ref, chain, name, status, started_at, completed_at, bytes, failure, timeline,
  first_segment, last_segment, verified_at, is_sound, verification`

/** Newest first. */
export const findBackups = (session: Session, ref: string) =>
  session.many(
    sql`
      select ${columns} from backups.base_backups where ref = ${ref}
      order by started_at desc, id`,
    Row,
  )

export const findBackup = (session: Session, ref: string, id: string) =>
  session.maybe(
    sql`select ${columns} from backups.base_backups where ref = ${ref} and id = ${id}`,
    Row,
  )

export const insertBackup = (
  session: Session,
  row: { id: string; ref: string; chain: string; name: string | null; at: Date },
) =>
  session.run(sql`
    insert into backups.base_backups (id, ref, chain, name, status, started_at)
    values (${row.id}, ${row.ref}, ${row.chain}, ${row.name}, 'running', ${row.at})`)

export type CompleteBackup = {
  readonly id: string
  readonly at: Date
  readonly bytes: number
  readonly timeline: number
  readonly firstSegment: number
  readonly lastSegment: number
}

export const completeBackup = (session: Session, row: CompleteBackup) =>
  session.one(
    sql`
      update backups.base_backups set
        status = 'complete', completed_at = ${row.at}, bytes = ${row.bytes}::bigint,
        timeline = ${row.timeline}, first_segment = ${row.firstSegment}::bigint,
        last_segment = ${row.lastSegment}::bigint
      where id = ${row.id} returning ${columns}`,
    Row,
  )

export const failBackup = (session: Session, id: string, failure: string) =>
  session.run(sql`
    update backups.base_backups set status = 'failed', failure = ${failure}
    where id = ${id} and status = 'running'`)

/** Ends the backups that a server did not finish before it ended. */
export const failUnfinished = (session: Session, failure: string) =>
  session.run(sql`
    update backups.base_backups set status = 'failed', failure = ${failure}
    where status = 'running'`)

export const saveVerification = (
  session: Session,
  id: string,
  { at, isSound, message }: Verification,
) =>
  session.run(sql`
    update backups.base_backups
    set verified_at = ${at}, is_sound = ${isSound}, verification = ${message}
    where id = ${id}`)

export const deleteBackup = (session: Session, ref: string, id: string) =>
  session.run(sql`delete from backups.base_backups where ref = ${ref} and id = ${id}`)
