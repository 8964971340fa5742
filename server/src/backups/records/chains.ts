import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'

export const Chain = z
  .object({
    id: z.string(),
    ref: z.string(),
    segment_bytes: z.number().nullable(),
    settled_at: z.date().nullable(),
    failure: z.string().nullable(),
    is_newest: z.boolean(),
  })
  .transform((row) => ({
    id: row.id,
    ref: row.ref,
    segmentBytes: row.segment_bytes,
    settledAt: row.settled_at,
    failure: row.failure,
    isNewest: row.is_newest,
  }))
export type Chain = z.infer<typeof Chain>

const columns = sql`
  id, ref, segment_bytes, settled_at, failure,
  not exists (
    select from backups.chains newer
    where newer.ref = c.ref and (newer.created_at, newer.id) > (c.created_at, c.id)
  ) as is_newest`

/** The chains of a project, oldest first. */
export const findChains = (session: Session, ref: string) =>
  session.many(
    sql`select ${columns} from backups.chains c where ref = ${ref} order by created_at, id`,
    Chain,
  )

export const findChain = (session: Session, id: string) =>
  session.maybe(sql`select ${columns} from backups.chains c where id = ${id}`, Chain)

/** The projects that have backups. */
export async function findRefs(session: Session): Promise<readonly string[]> {
  const row = z.object({ ref: z.string() })
  const rows = await session.many(sql`select distinct ref from backups.chains order by ref`, row)
  return rows.map(({ ref }) => ref)
}

/**
 * The chain of a data directory, whose cluster is about to run. It is the project's newest one if that
 * has the same identity, and else a new one with this id.
 */
export const openChain = (
  session: Session,
  { id, ref, identity, at }: { id: string; ref: string; identity: string; at: Date },
) =>
  session.one(
    sql`
      with newest as (
        select id, identity from backups.chains where ref = ${ref}
        order by created_at desc, id desc limit 1
      ), kept as (
        update backups.chains c set settled_at = null
        from newest where c.id = newest.id and newest.identity = ${identity}
        returning c.id
      ), made as (
        insert into backups.chains (id, ref, identity, created_at)
        select ${id}, ${ref}, ${identity}, ${at} where not exists (select from kept)
        returning id
      )
      select id from kept union all select id from made`,
    z.object({ id: z.string() }),
  )

export const saveSegmentBytes = (session: Session, id: string, bytes: number) =>
  session.run(sql`
    update backups.chains set segment_bytes = ${bytes} where id = ${id} and segment_bytes is null`)

export const settleChain = (session: Session, id: string, at: Date) =>
  session.run(sql`update backups.chains set settled_at = ${at} where id = ${id}`)

export const saveChainFailure = (session: Session, id: string, failure: string | null) =>
  session.run(sql`update backups.chains set failure = ${failure} where id = ${id}`)

export const deleteChain = (session: Session, id: string) =>
  session.run(sql`delete from backups.chains where id = ${id}`)

export const deleteChains = (session: Session, ref: string) =>
  session.run(sql`delete from backups.chains where ref = ${ref}`)
