import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql, type Sql } from '../../postgres/sql.ts'
import type { QueryReading, QueryRetention, QueryUse } from '../../project/query-records.ts'

/** A project that is not deleted. */
const projectOf = (ref: string) => sql`
  (select id from platform.projects where ref = ${ref} and deleted_at is null)`

const Counted = z
  .tuple([
    z.number(),
    z.number(),
    z.number(),
    z.number(),
    z.number(),
    z.number(),
    z.number(),
    z.number().nullable(),
  ])
  .transform(([calls, totalMs, rows, blocksHit, blocksRead, minMs, maxMs, since]) => ({
    calls,
    totalMs,
    rows,
    blocksHit,
    blocksRead,
    minMs,
    maxMs,
    since,
  }))

const BaselineRow = z.object({
  revision: z.coerce.number(),
  read_at: z.date(),
  reset_at: z.date().nullable(),
  counters: z.record(z.string(), Counted),
})

export const findBaseline = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select revision::text, read_at, reset_at, counters
      from platform.query_baselines where project_id = ${projectOf(ref)}`,
    BaselineRow,
  )

const countersJson = (counters: QueryReading['counters']): string =>
  JSON.stringify(
    Object.fromEntries(
      [...counters].map(([key, each]) => [
        key,
        [
          each.calls,
          each.totalMs,
          each.rows,
          each.blocksHit,
          each.blocksRead,
          each.minMs,
          each.maxMs,
          each.since,
        ],
      ]),
    ),
  )

/**
 * Replaces the baseline if it still is the one that the reading was compared with. The row is locked
 * until the end of the transaction, so a second reading waits and then finds another revision.
 */
export const replaceBaseline = (
  tx: Session,
  ref: string,
  { revision, readAt, counters }: Omit<QueryReading, 'uses'>,
  { isReset }: { readonly isReset: boolean },
) =>
  tx.run(
    revision === 0
      ? sql`
          insert into platform.query_baselines (project_id, revision, read_at, reset_at, counters)
          select id, 1, ${readAt}::timestamptz, case when ${isReset} then ${readAt}::timestamptz end,
            ${countersJson(counters)}::jsonb
          from platform.projects where ref = ${ref} and deleted_at is null
          on conflict (project_id) do nothing`
      : sql`
          update platform.query_baselines
          set revision = revision + 1, read_at = ${readAt}, counters = ${countersJson(counters)}::jsonb,
            reset_at = case when ${isReset} then ${readAt}::timestamptz else reset_at end
          where project_id = ${projectOf(ref)} and revision = ${revision}::bigint`,
  )

/** The uses as rows, sent as one value because their number varies. */
const usesJson = (uses: readonly QueryUse[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use (
    role text, "queryId" text, "isInternal" boolean, statement text, "isCut" boolean,
    calls double precision, "totalMs" double precision, rows double precision,
    "blocksHit" double precision, "blocksRead" double precision,
    "minMs" double precision, "maxMs" double precision
  )`

export const addUses = (
  tx: Session,
  ref: string,
  { readAt, uses }: Pick<QueryReading, 'readAt' | 'uses'>,
) =>
  tx.run(sql`
    with query as (
      insert into platform.queries as q (project_id, role, query_id, is_internal, statement, is_cut,
        first_seen_at, last_seen_at, min_ms, max_ms)
      select ${projectOf(ref)}, use.role, use."queryId", use."isInternal", use.statement,
        use."isCut", ${readAt}::timestamptz, ${readAt}::timestamptz, use."minMs", use."maxMs"
      from ${usesJson(uses)}
      on conflict (project_id, query_id, role) do update set
        last_seen_at = excluded.last_seen_at, min_ms = least(q.min_ms, excluded.min_ms),
        max_ms = greatest(q.max_ms, excluded.max_ms)
      returning q.id, q.role, q.query_id
    )
    insert into platform.query_hours as h
      (query_id, hour, calls, total_ms, rows, blocks_hit, blocks_read)
    select query.id, date_trunc('hour', ${readAt}::timestamptz, 'UTC'), use.calls, use."totalMs",
      use.rows, use."blocksHit", use."blocksRead"
    from ${usesJson(uses)}
    join query on query.role = use.role and query.query_id = use."queryId"
    on conflict (query_id, hour) do update set
      calls = h.calls + excluded.calls, total_ms = h.total_ms + excluded.total_ms,
      rows = h.rows + excluded.rows, blocks_hit = h.blocks_hit + excluded.blocks_hit,
      blocks_read = h.blocks_read + excluded.blocks_read`)

export async function deleteExpired(tx: Session, ref: string, retention: QueryRetention) {
  const { since, maxQueries } = retention
  await tx.run(sql`
    delete from platform.query_hours as h using platform.queries as q
    where q.id = h.query_id and q.project_id = ${projectOf(ref)} and h.hour < ${since}`)
  await tx.run(sql`
    delete from platform.queries as q
    where q.project_id = ${projectOf(ref)} and (q.last_seen_at < ${since} or q.id in (
      select other.id from platform.queries as other
      where other.project_id = ${projectOf(ref)}
      order by other.last_seen_at desc, other.id desc offset ${maxQueries}::integer
    ))`)
}

export const deleteQueries = (tx: Session, ref: string) =>
  tx.run(sql`delete from platform.queries where project_id = ${projectOf(ref)}`)

const Row = z
  .object({
    id: z.string(),
    query_id: z.string(),
    role: z.string(),
    is_internal: z.boolean(),
    statement: z.string(),
    is_cut: z.boolean(),
    first_seen_at: z.date(),
    min_ms: z.number(),
    max_ms: z.number(),
    calls: z.number(),
    total_ms: z.number(),
    rows: z.number(),
    blocks_hit: z.number(),
    blocks_read: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    queryId: row.query_id,
    role: row.role,
    isInternal: row.is_internal,
    statement: row.statement,
    isCut: row.is_cut,
    firstSeenAt: row.first_seen_at,
    minMs: row.min_ms,
    maxMs: row.max_ms,
    calls: row.calls,
    totalMs: row.total_ms,
    rows: row.rows,
    blocksHit: row.blocks_hit,
    blocksRead: row.blocks_read,
  }))

const totals = (condition: Sql, statement: Sql, since: Date) => sql`
  select q.id::text, q.query_id, q.role, q.is_internal, ${statement} as statement, q.is_cut, q.first_seen_at,
    q.min_ms, q.max_ms, coalesce(used.calls, 0) as calls, coalesce(used.total_ms, 0) as total_ms,
    coalesce(used.rows, 0) as rows, coalesce(used.blocks_hit, 0) as blocks_hit,
    coalesce(used.blocks_read, 0) as blocks_read
  from platform.queries as q
  cross join lateral (
    select sum(h.calls) as calls, sum(h.total_ms) as total_ms, sum(h.rows) as rows,
      sum(h.blocks_hit) as blocks_hit, sum(h.blocks_read) as blocks_read
    from platform.query_hours as h where h.query_id = q.id and h.hour >= ${since}
  ) as used
  where ${condition}`

const LISTED_LENGTH = 500

export const listQueryRows = (
  session: Session,
  ref: string,
  { since, max }: { readonly since: Date; readonly max: number },
) =>
  session.many(
    sql`
      ${totals(
        sql`q.project_id = ${projectOf(ref)} and used.calls > 0`,
        sql`left(q.statement, ${LISTED_LENGTH}::integer)`,
        since,
      )}
      order by used.total_ms desc, q.id
      limit ${max}::integer`,
    Row,
  )

export const findQueryRows = (session: Session, ref: string, id: string, since: Date) =>
  session.many(
    sql`
      ${totals(
        sql`q.project_id = ${projectOf(ref)} and q.query_id = (
          select query_id from platform.queries
          where project_id = ${projectOf(ref)} and id = ${id}::bigint
        )`,
        sql`q.statement`,
        since,
      )}
      order by q.id = ${id}::bigint desc, used.total_ms desc nulls last, q.id
      limit 100`,
    Row,
  )

const Point = z
  .object({ at: z.date(), calls: z.number(), total_ms: z.number(), rows: z.number() })
  .transform(({ total_ms: totalMs, ...point }) => ({ ...point, totalMs }))

export const listPoints = (
  session: Session,
  ref: string,
  {
    id,
    since,
    stepHours,
  }: { readonly id: string; readonly since: Date; readonly stepHours: number },
) =>
  session.many(
    sql`
      select date_bin(make_interval(hours => ${stepHours}::integer), h.hour, ${since}::timestamptz) as at,
        sum(h.calls) as calls, sum(h.total_ms) as total_ms, sum(h.rows) as rows
      from platform.query_hours as h
      join platform.queries as q on q.id = h.query_id
      where q.project_id = ${projectOf(ref)} and q.id = ${id}::bigint and h.hour >= ${since}
      group by 1
      order by 1`,
    Point,
  )
