import { DatabaseLock, DatabaseSession } from '@stoa/contract/services/meta/activity'
import { z } from 'zod'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { EDITOR_SESSION } from '../../query/run.ts'
import type { Sight } from '../../withheld.ts'

const MOST_LISTED = 500
const LONGEST_STATEMENT = 4000

const Connections = z.object({ max_connections: z.int() })

/** Every session of the database but this one, with its locks. */
export async function readActivity(tx: Session, sight: Sight) {
  const { max_connections } = await tx.one(
    sql`select current_setting('max_connections')::int as max_connections`,
    Connections,
  )
  return {
    max_connections,
    sessions: await tx.many(sessions(sight), DatabaseSession),
    locks: await tx.many(LOCKS, DatabaseLock),
  }
}

// The services share their sessions among requests. The SQL editor opens one for each run, which
// belongs to the member who runs it.
const IS_PLATFORM = sql`(
  coalesce(r.rolsuper, true)
  or r.rolname ~ '^supabase_'
  or (a.application_name ~ '^stoa' and a.application_name <> ${EDITOR_SESSION})
)`

const CAN_SIGNAL = sql`coalesce(
  not r.rolsuper
    and (pg_has_role(a.usesysid, 'usage') or pg_has_role('pg_signal_backend', 'usage')),
  false
)`

// Finding who blocks a session stops all other lock requests for a moment, so it is only done for
// sessions that wait for a lock.
const sessions = (sight: Sight) => sql`
  select
    a.pid,
    to_json(a.backend_start) #>> '{}' as backend_start,
    a.usename::text as role,
    coalesce(a.application_name, '') as application,
    host(a.client_addr) as client_address,
    a.state,
    a.wait_event_type,
    a.wait_event,
    extract(epoch from clock_timestamp()
      - case when a.state = 'active' then a.query_start else a.state_change end)::float8
      as state_seconds,
    extract(epoch from clock_timestamp() - a.xact_start)::float8 as transaction_seconds,
    case when ${sight === 'everything'} then left(a.query, ${LONGEST_STATEMENT}::int) end
      as statement,
    case when a.wait_event_type = 'Lock' then pg_blocking_pids(a.pid) else '{}' end as blocked_by,
    ${IS_PLATFORM} as is_platform,
    ${CAN_SIGNAL} as can_cancel,
    ${CAN_SIGNAL} and not ${IS_PLATFORM} as can_terminate
  from pg_stat_activity a
  left join pg_roles r on r.oid = a.usesysid
  where a.pid <> pg_backend_pid()
    and (a.datname = current_database() or (a.datname is null and a.usename is not null))
  order by a.state = 'active' desc nulls last, a.xact_start nulls last, a.backend_start
  limit ${MOST_LISTED}::int`

const LOCKS = sql`
  select
    l.pid,
    case
      when l.database <> 0 and l.relation is not null then l.relation::regclass::text
    end as relation,
    l.locktype as kind,
    l.mode,
    l.granted as is_granted,
    extract(epoch from clock_timestamp() - l.waitstart)::float8 as waiting_seconds
  from pg_locks l
  left join pg_class c on c.oid = l.relation
  where l.pid is not null
    and l.pid <> pg_backend_pid()
    and (l.database is null or l.database in (0, (
      select d.oid from pg_database d where d.datname = current_database()
    )))
    -- A session always has a lock on its own transaction, and reading the catalogue blocks nobody.
    and l.locktype <> 'virtualxid'
    and not (l.granted and c.relnamespace = 'pg_catalog'::regnamespace)
  order by l.granted, l.waitstart nulls last, l.pid, 2 nulls last
  limit ${MOST_LISTED}::int`

/** A session by its process, which another session can have later. */
export type SessionId = { readonly pid: number; readonly backend_start: string }

const SignaledSession = z.object({ role: z.string().nullable(), is_allowed: z.boolean() })

/** A session, and whether members may signal it. */
export const findSession = (
  tx: Session,
  { pid, backend_start }: SessionId,
  isPlatformAllowed: boolean,
) =>
  tx.maybe(
    sql`
      select
        r.rolname::text as role,
        ${CAN_SIGNAL} and (${isPlatformAllowed} or not ${IS_PLATFORM}) as is_allowed
      from pg_catalog.pg_stat_activity a
      left join pg_catalog.pg_roles r on r.oid = a.usesysid
      where a.pid = ${pid}::int
        and pg_catalog.to_json(a.backend_start) #>> '{}' = ${backend_start}
        and (a.datname = current_database() or (a.datname is null and a.usename is not null))`,
    SignaledSession,
  )

export const cancelBackend = (tx: Session, pid: number) =>
  tx.run(sql`select pg_catalog.pg_cancel_backend(${pid}::int)`)

export const terminateBackend = (tx: Session, pid: number) =>
  tx.run(sql`select pg_catalog.pg_terminate_backend(${pid}::int)`)
