import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { z } from 'zod'
import { endClient } from '../../../postgres/connections/connect.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { parseLsn } from './position.ts'

/**
 * The slot of a project. It exists while there are listeners, and for some time after the server
 * ended.
 */
export const SLOT = 'stoa_realtime'

/**
 * `kept` outlives the server for the clients that return. A node's slot is `temporary`: Postgres
 * drops it with the connection, so a node that ends leaves nothing that fills the disk.
 */
export type SlotKind = 'kept' | 'temporary'

export const nameOfSlot = (kind: SlotKind): string =>
  kind === 'kept' ? SLOT : `${SLOT}_${randomBytes(6).toString('hex')}`

const MISSING = '42704'
/** Another connection reads the slot. */
export const IN_USE = '55006'
const ATTEMPTS = 50
const PAUSE_MS = 100

/** A connection of the only role that can replicate. It runs no SQL but the protocol's commands. */
export const connectReplication = (project: Project): Promise<Client> =>
  project.database.replicate('supabase_replication_admin', 'stoa-realtime')

export type SlotFacts = {
  /** A lost slot has dropped unread changes. */
  readonly state: 'usable' | 'lost' | 'missing'
  /** The slot no longer has the changes of transactions committed before this. */
  readonly begin: bigint
  /** The end of the WAL now: everything committed is before it. */
  readonly end: bigint
}

const Lsn = z.string().transform(parseLsn)

/** The slot of an earlier server, and the current end of the WAL. */
export async function inspectSlot({ database }: Project): Promise<SlotFacts> {
  const { begin, ...facts } = await database.as('supabase_realtime_admin').one(
    sql`
      select
        case
          when s.slot_name is null then 'missing'
          when coalesce(s.wal_status, 'lost') = 'lost' or s.confirmed_flush_lsn is null then 'lost'
          else 'usable'
        end as state,
        s.confirmed_flush_lsn::text as begin,
        pg_current_wal_flush_lsn()::text as end
      from (values (1)) as one left join pg_replication_slots as s on s.slot_name = ${SLOT}`,
    z.object({
      state: z.enum(['usable', 'lost', 'missing']),
      begin: Lsn.nullable(),
      end: Lsn,
    }),
  )
  return { ...facts, begin: begin ?? 0n }
}

/** Creates the slot, replacing a leftover one. Resolves with the position it begins at. */
export async function createSlot(client: Client, kind: SlotKind, name: string): Promise<bigint> {
  if (kind === 'kept') await dropSlot(client)
  const { rows } = await client.query<{ consistent_point: string }>(
    `CREATE_REPLICATION_SLOT ${name} ${kind === 'kept' ? '' : 'TEMPORARY '}LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  )
  return parseLsn(z.object({ consistent_point: z.string() }).parse(rows[0]).consistent_point)
}

/** Drops the slot if it exists, once the connection that read it has ended. */
export async function dropSlot(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`DROP_REPLICATION_SLOT ${SLOT}`)
      return
    } catch (error) {
      const state = sqlstateOf(error)
      if (state === MISSING) return
      if (state !== IN_USE || attempt === ATTEMPTS) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Same as above, with a connection of its own. */
export async function removeSlot(project: Project): Promise<void> {
  const client = await connectReplication(project)
  try {
    await dropSlot(client)
  } finally {
    await endClient(client)
  }
}
