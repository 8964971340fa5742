import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { SegmentId } from '../wal/segment-names.ts'

const WalRange = z
  .object({
    chain: z.string(),
    timeline: z.number(),
    first: z.coerce.number(),
    last: z.coerce.number(),
    last_commit_at: z.date().nullable(),
  })
  .transform(({ last_commit_at: lastCommitAt, ...row }) => ({ ...row, lastCommitAt }))
export type WalRange = z.infer<typeof WalRange>

const columns = sql`chain, timeline, first, last, last_commit_at`

/** The ranges of a project's chains, in the order of their segments. */
export const findRanges = (session: Session, ref: string) =>
  session.many(
    sql`
      select ${columns} from backups.wal_ranges
      where chain in (select id from backups.chains where ref = ${ref})
      order by chain, timeline, first`,
    WalRange,
  )

/** Records that a segment is in the store. Does nothing if that is recorded already. */
export const addSegment = (
  session: Session,
  chain: string,
  { timeline, number, lastCommitAt }: SegmentId & { lastCommitAt: Date | null },
) =>
  session.run(sql`
    with known as (
      select from backups.wal_ranges
      where chain = ${chain} and timeline = ${timeline}
        and ${number}::bigint between first and last
    ), grown as (
      update backups.wal_ranges
      set last = ${number}::bigint,
        last_commit_at = greatest(last_commit_at, ${lastCommitAt}::timestamptz)
      where chain = ${chain} and timeline = ${timeline} and last = ${number}::bigint - 1
        and not exists (select from known)
      returning 1
    )
    insert into backups.wal_ranges (chain, timeline, first, last, last_commit_at)
    select ${chain}, ${timeline}, ${number}::bigint, ${number}::bigint, ${lastCommitAt}::timestamptz
    where not exists (select from known) and not exists (select from grown)`)

/** Forgets the segments before one, which the store no longer has. */
export async function dropSegmentsBefore(
  tx: Session,
  chain: string,
  { timeline, number }: SegmentId,
): Promise<void> {
  await tx.run(sql`
    delete from backups.wal_ranges
    where chain = ${chain} and (timeline < ${timeline}
      or (timeline = ${timeline} and last < ${number}::bigint))`)
  await tx.run(sql`
    update backups.wal_ranges set first = ${number}::bigint
    where chain = ${chain} and timeline = ${timeline} and first < ${number}::bigint`)
}

export const dropRanges = (session: Session, chain: string) =>
  session.run(sql`delete from backups.wal_ranges where chain = ${chain}`)
