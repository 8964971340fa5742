import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { z } from 'zod'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import { alterRole, runQuietly } from '../../postgres/connections/role-passwords.ts'
import { scramVerifier } from '../../postgres/connections/scram.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { sql } from '../../postgres/sql.ts'
import { connectSuperuser } from '../machine/credentials.ts'
import type { Passwords } from '../machine/passwords.ts'
import { SLOT_PREFIX } from './names.ts'

/** The role that replicas sign in as, which nobody can use from outside. */
export const REPLICATION_ROLE = 'supabase_replication_admin'

export type PrimaryOptions = {
  readonly ref: string
  /** The folder of the primary's socket. */
  readonly socketDir: string
  readonly passwords: Passwords
}

const STATEMENT_MS = 20_000
const IN_USE = '55006'
const MAX_ATTEMPTS = 30
const RETRY_MS = 100

const SlotState = z.object({
  slot: z.string(),
  /** Whether the slot has lost WAL that its replica needs. */
  is_lost: z.boolean(),
  /** Whether its replica follows, though it can still be far behind. */
  is_following: z.boolean(),
  written: z.coerce.number(),
  replayed: z.coerce.number().nullable(),
  replay_seconds: z.coerce.number().nullable(),
})
export type SlotState = z.infer<typeof SlotState>

const SLOTS = `
  select s.slot_name as slot,
    coalesce(s.wal_status operator(pg_catalog.=) 'lost', false) as is_lost,
    coalesce(r.state operator(pg_catalog.=) any(array['streaming', 'catchup']), false) as is_following,
    pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_flush_lsn(), '0/0') as written,
    pg_catalog.pg_wal_lsn_diff(r.replay_lsn, '0/0') as replayed,
    extract(epoch from r.replay_lag) as replay_seconds
  from pg_catalog.pg_replication_slots as s
  left join pg_catalog.pg_stat_replication as r on r.pid operator(pg_catalog.=) s.active_pid
  where s.slot_type operator(pg_catalog.=) 'physical'
    and pg_catalog.starts_with(s.slot_name::pg_catalog.text, $1)`

const MAKE_SLOT = 'select pg_catalog.pg_create_physical_replication_slot($1, true)'
/** A slot that somebody still reads cannot be dropped. */
const END_READER = `
  select pg_catalog.pg_terminate_backend(active_pid, 5000) from pg_catalog.pg_replication_slots
  where slot_name operator(pg_catalog.=) $1 and active_pid is not null`
const DROP_SLOT = `
  select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots
  where slot_name operator(pg_catalog.=) $1`

/** The primary's slots for replicas, through short sessions in a database without the owner's objects. */
export function createPrimary({ ref, socketDir, passwords }: PrimaryOptions) {
  async function session<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await connectSuperuser(
      { ...ownEndpoint(socketDir), database: 'template1' },
      [passwords.of(ref, SUPERUSER)],
      STATEMENT_MS,
    )
    return work(client).finally(() => endClient(client))
  }
  return {
    slots: () =>
      session(async (client) => {
        const { rows } = await client.query<Record<string, unknown>>(SLOTS, [SLOT_PREFIX])
        return z.array(SlotState).parse(rows)
      }),
    /** Makes a slot, and lets replicas sign in, whatever the owner has changed about their role. */
    prepare: (slot: string) =>
      session(async (client) => {
        const password = alterRole(
          REPLICATION_ROLE,
          scramVerifier(passwords.of(ref, REPLICATION_ROLE), 1),
        )
        await runQuietly(client, [
          sql`${password} login replication connection limit -1 valid until 'infinity'`,
        ])
        await client.query(MAKE_SLOT, [slot])
      }),
    drop: (slot: string) =>
      session(async (client) => {
        for (let attempt = 1; ; attempt += 1) {
          await client.query(END_READER, [slot])
          try {
            await client.query(DROP_SLOT, [slot])
            return
          } catch (error) {
            // A reader that still runs has connected again.
            if (sqlstateOf(error) !== IN_USE || attempt === MAX_ATTEMPTS) throw error
            await sleep(RETRY_MS)
          }
        }
      }),
  }
}

export type Primary = ReturnType<typeof createPrimary>
