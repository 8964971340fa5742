import { Backfill, BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { MAX_LISTED, MAX_RESUMED } from './limits.ts'

const instant = (column: Sql): Sql =>
  sql`pg_catalog.to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const SHOWN = sql`
  b.id::text, b.table_id, b.definition, b.state, b.phase, b.total, b.changed::float8, b.message,
  b.created_by, ${instant(sql`b.created_at`)} as created_at, ${instant(sql`b.ended_at`)} as ended_at`

const Flag = z.object({ value: z.boolean() })

export type NewBackfill = {
  readonly id: string
  readonly ref: string
  readonly tableId: number
  readonly definition: BackfillDefinition
  readonly phase: Backfill['phase']
  readonly total: number | null
  readonly author: string | null
  /** The origin of the migration that it records. */
  readonly origin: object
}

/** False if the column already has a backfill that runs. */
export async function insertBackfill(tx: Session, added: NewBackfill): Promise<boolean> {
  const { value } = await tx.one(
    sql`
      select extensions.stoa_backfill_add(
        ${added.id}::uuid, ${added.ref}::text, ${String(added.tableId)}::oid,
        ${JSON.stringify(added.definition)}::jsonb, ${added.phase}::text, ${added.total}::float8,
        ${added.author}::text, ${JSON.stringify(added.origin)}::jsonb
      ) as value`,
    Flag,
  )
  return value
}

export const listOfTable = (tx: Session, ref: string, tableId: number): Promise<Backfill[]> =>
  tx.many(
    sql`
      select ${SHOWN}
      from extensions.stoa_backfills(
        ${ref}::text, ${String(tableId)}::oid, null, ${MAX_LISTED}::int
      ) as b`,
    Backfill,
  )

export async function listRunningIds(tx: Session, ref: string): Promise<string[]> {
  const found = await tx.many(
    sql`
      select b.id::text as id
      from extensions.stoa_backfills(${ref}::text, null, 'running', ${MAX_RESUMED}::int) as b`,
    z.object({ id: z.string() }),
  )
  return found.map(({ id }) => id)
}

const Running = z.object({
  table_id: z.int(),
  definition: BackfillDefinition,
  phase: Backfill.shape.phase,
  /** The texts of the last key. */
  position: z.array(z.string()).nullable(),
  created_by: z.string().nullable(),
  origin: z.object({
    source: z.literal('table_editor'),
    client: z.enum(['dashboard', 'access_token', 'command_line']).optional(),
  }),
})
export type RunningBackfill = z.infer<typeof Running>

/** Locks a backfill until the end of the transaction; undefined if it has ended. */
export const lockBackfill = (
  tx: Session,
  ref: string,
  id: string,
): Promise<RunningBackfill | undefined> =>
  tx.maybe(
    sql`
      select b.table_id, b.definition, b.phase, b.position, b.created_by, b.author as origin
      from extensions.stoa_backfill_lock(${id}::uuid, ${ref}::text) as b`,
    Running,
  )

export type SavedStep = {
  readonly state: Backfill['state']
  readonly phase?: Backfill['phase'] | undefined
  readonly position?: readonly string[] | undefined
  readonly changed?: number | undefined
  readonly message?: string | undefined
}

/** Saves a step in its transaction; false if the backfill has ended. */
export async function saveBackfill(
  tx: Session,
  { ref, id }: { readonly ref: string; readonly id: string },
  { state, phase, position, changed = 0, message }: SavedStep,
): Promise<boolean> {
  const { value } = await tx.one(
    sql`
      select extensions.stoa_backfill_save(
        ${id}::uuid, ${ref}::text, ${state}::text, ${phase ?? null}::text,
        ${position ? JSON.stringify(position) : null}::jsonb, ${changed}::bigint,
        ${message ?? null}::text
      ) as value`,
    Flag,
  )
  return value
}

/** The columns of a table's primary key in key order, with their types. */
export const readKey = (tx: Session, id: number) =>
  tx.many(
    sql`
      select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = ${String(id)}::oid and i.indisprimary and k.place <= i.indnkeyatts
      order by k.place`,
    z.object({ name: z.string(), type: z.string() }),
  )

export const limitStatement = (timeoutMs: number, lockTimeoutMs: number): Sql => sql`
  select
    pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true),
    pg_catalog.set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`

export const BatchResult = z.object({
  changed: z.number(),
  read: z.number(),
  position: z.array(z.string()).nullable(),
})
