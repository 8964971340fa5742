import type { AuditEntry } from '@stoa/contract/services/auth/members'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { cursorOf, positionOf } from './cursors.ts'

const ORDER = 'audit'

const Row = z
  .object({
    id: z.string(),
    created_at: z.string().nullable(),
    action: z.string().nullable(),
    actor: z.string().nullable(),
    ip: z.string(),
    traits: z.record(z.string(), z.unknown()).nullable().catch(null),
    key: z.string(),
  })
  .transform(({ key, ...row }) => ({
    key,
    entry: { ...row, action: row.action ?? '', actor: row.actor ?? '', traits: row.traits ?? {} },
  }))

export type AuditQuery = {
  readonly user_id?: string | undefined
  readonly action?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** One page of the audit log, newest first; 400 `invalid_cursor`. */
export async function listAudit(
  db: Connection,
  { user_id: userId, action, limit = 50, cursor }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next_cursor?: string }> {
  const position = cursor === undefined ? undefined : positionOf(cursor, ORDER)
  const after = position
    ? sql`(coalesce(created_at, '-infinity'), id) < (${position.key}::timestamptz, ${position.id}::uuid)`
    : sql`true`
  const ofUser = userId
    ? sql`(payload ->> 'actor_id' = ${userId} or payload -> 'traits' ->> 'user_id' = ${userId})`
    : sql`true`
  const ofAction = action ? sql`payload ->> 'action' = ${action}` : sql`true`
  const rows = await db.many(
    sql`
      select id, case when isfinite(created_at) then to_json(created_at) #>> '{}' end as created_at,
        left(payload ->> 'action', 100) as action,
        left(coalesce(nullif(payload ->> 'actor_username', ''), payload ->> 'actor_id'), 320) as actor,
        ip_address as ip,
        case when octet_length(payload::text) < 10000 then payload -> 'traits' end as traits,
        coalesce(created_at, '-infinity')::text as key
      from auth.audit_log_entries
      where ${after} and ${ofUser} and ${ofAction}
      order by coalesce(created_at, '-infinity') desc, id desc
      limit ${limit + 1}`,
    Row,
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    entries: page.map(({ entry }) => entry),
    ...(last && { next_cursor: cursorOf(ORDER, { key: last.key, id: last.entry.id }) }),
  }
}
