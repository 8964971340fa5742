import { LOG_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogDrainType } from '@stoa/contract/services/logs/drains'
import { z } from 'zod'
import type { DrainPosition, DrainSettings, PausedReason } from '../../project/drain-records.ts'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql, type Sql } from '../../postgres/sql.ts'

const NAMES: ReadonlySet<string> = new Set(LOG_SOURCES.map(({ reference }) => reference))
const SourceName = z.custom<LogSourceName>((value) => NAMES.has(String(value)))
const Count = z.coerce.number()

const DrainRow = z.object({
  id: z.uuid(),
  ref: z.string(),
  name: z.string(),
  description: z.string(),
  sources: z.array(SourceName),
  type: z.custom<LogDrainType>((value) => typeof value === 'string'),
  config: z.instanceof(Buffer),
  insertedAt: z.date(),
  updatedAt: z.date(),
  pausedReason: z.enum(['member', 'failures', 'plan']).nullable(),
  eventsSent: Count,
  eventsDropped: Count,
  lastSuccessAt: z.date().nullable(),
  lastErrorAt: z.date().nullable(),
  lastError: z.string().nullable(),
  failingSince: z.date().nullable(),
})

const columns = sql`
  d.id, p.ref, d.name, d.description, d.sources, d.type, d.config,
  d.inserted_at as "insertedAt", d.updated_at as "updatedAt", d.paused_reason as "pausedReason",
  d.events_sent as "eventsSent", d.events_dropped as "eventsDropped",
  d.last_success_at as "lastSuccessAt", d.last_error_at as "lastErrorAt",
  d.last_error as "lastError", d.failing_since as "failingSince"`

/** A project that is not deleted. */
const projectOf = (ref: string) => sql`
  (select id from platform.projects where ref = ${ref} and deleted_at is null)`

const oneDrain = (ref: string, id: string) => sql`
  project_id = ${projectOf(ref)} and id = ${id}::uuid`

const listDrains = (session: Session, condition: Sql) =>
  session.many(
    sql`
      select ${columns} from platform.log_drains d
      join platform.projects p on p.id = d.project_id and p.deleted_at is null
      ${condition}
      order by d.inserted_at, d.id`,
    DrainRow,
  )

export const listAllDrains = (session: Session) => listDrains(session, emptySql)

export const listDrainsOf = (session: Session, ref: string) =>
  listDrains(session, sql`where p.ref = ${ref}`)

export async function findDrain(session: Session, ref: string, id: string) {
  const [found] = await listDrains(session, sql`where p.ref = ${ref} and d.id = ${id}::uuid`)
  return found
}

export const insertDrain = (
  session: Session,
  ref: string,
  drain: DrainSettings & { readonly id: string; readonly at: Date; readonly max: number },
) =>
  session.run(sql`
    insert into platform.log_drains
      (id, project_id, name, description, type, sources, config, inserted_at, updated_at)
    select ${drain.id}::uuid, p.id, ${drain.name}, ${drain.description}, ${drain.type},
      ${[...drain.sources]}::text[], ${drain.config}::bytea, ${drain.at}, ${drain.at}
    from platform.projects p
    where p.ref = ${ref} and p.deleted_at is null
      and (select count(*) from platform.log_drains d where d.project_id = p.id) < ${drain.max}`)

export const updateDrain = (
  session: Session,
  ref: string,
  { id, ...change }: DrainSettings & { readonly id: string; readonly at: Date },
) =>
  session.run(sql`
    update platform.log_drains set
      name = ${change.name}, description = ${change.description}, type = ${change.type},
      sources = ${[...change.sources]}::text[], config = ${change.config}::bytea,
      updated_at = ${change.at}
    where ${oneDrain(ref, id)}`)

export const deleteDrain = (session: Session, ref: string, id: string) =>
  session.run(sql`delete from platform.log_drains where ${oneDrain(ref, id)}`)

export const resumeDrain = (session: Session, ref: string, id: string) =>
  session.run(sql`
    update platform.log_drains set paused_reason = null, failing_since = null
    where ${oneDrain(ref, id)}`)

/** The project, if the drain was not paused. */
export const pauseDrain = (session: Session, ref: string, id: string, reason: PausedReason) =>
  session.maybe(
    sql`
      update platform.log_drains d set paused_reason = ${reason}
      from platform.projects p
      where p.id = d.project_id and p.ref = ${ref} and p.deleted_at is null and d.id = ${id}::uuid
        and d.paused_reason is null
      returning d.name as drain, p.name, p.organization_id`,
    z.object({ drain: z.string(), name: z.string(), organization_id: z.coerce.number() }),
  )

const PositionRow = z.object({
  source: SourceName,
  hour: z.date(),
  part: z.int(),
  bytes: Count,
  events: Count,
  cursor_time: Count.nullable(),
  cursor_id: z.string().nullable(),
})

export const listPositions = (session: Session, id: string) =>
  session.many(
    sql`
      select source, hour, part, bytes, events, cursor_time::text as cursor_time, cursor_id
      from platform.log_drain_positions where drain_id = ${id}::uuid`,
    PositionRow,
  )

/** Keeps a position and counts events, in one statement. Nothing happens to a deleted drain. */
export const savePosition = (
  session: Session,
  id: string,
  { source, hour, part, bytes, events, cursor }: DrainPosition,
  counted: { readonly sentAt: Date | null; readonly sent: number; readonly dropped: number },
) =>
  session.run(sql`
    with drain as (
      update platform.log_drains set
        events_sent = events_sent + ${counted.sent}::bigint,
        events_dropped = events_dropped + ${counted.dropped}::bigint,
        last_success_at = coalesce(${counted.sentAt}::timestamptz, last_success_at),
        failing_since =
          case when ${counted.sentAt}::timestamptz is null then failing_since end
      where id = ${id}::uuid
      returning id
    )
    insert into platform.log_drain_positions as p
      (drain_id, source, hour, part, bytes, events, cursor_time, cursor_id)
    select id, ${source}, ${new Date(hour)}, ${part}, ${bytes}::bigint, ${events}::bigint,
      ${cursor?.timestamp ?? null}::bigint, ${cursor?.id ?? null}::text
    from drain
    on conflict (drain_id, source, hour) do update set
      part = excluded.part, bytes = excluded.bytes, events = excluded.events,
      cursor_time = excluded.cursor_time, cursor_id = excluded.cursor_id`)

export const recordFailure = (
  session: Session,
  id: string,
  { error, at }: { readonly error: string; readonly at: Date },
) =>
  session.run(sql`
    update platform.log_drains set
      last_error = ${error}, last_error_at = ${at}, failing_since = coalesce(failing_since, ${at})
    where id = ${id}::uuid`)

export const deletePositions = (session: Session, ref: string, before: Date) =>
  session.run(sql`
    delete from platform.log_drain_positions
    where hour < ${before} and drain_id in (
      select id from platform.log_drains where project_id = ${projectOf(ref)})`)
