import type { Client } from 'pg'
import { z } from 'zod'
import { compile, sql } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import { becoming } from '../session.ts'

/** Postgres gets a later timeout as well, in case this process is gone. */
const TIMEOUT_NET_MS = 2000

const Prepared = z.object({ pid: z.int() })

/** Gives a session its timeout and the output formats of cells. Resolves to its process number. */
export async function prepareSession(client: Client, timeoutMs: number): Promise<number> {
  const { text, values } = compile(sql`
    select
      pg_backend_pid() as pid,
      set_config('statement_timeout', ${String(timeoutMs + TIMEOUT_NET_MS)}, false),
      set_config('datestyle', 'ISO, MDY', false),
      set_config('intervalstyle', 'postgres', false),
      set_config('bytea_output', 'hex', false),
      set_config('extra_float_digits', '1', false)`)
  const { rows } = await client.query(text, [...values])
  return Prepared.parse(rows[0]).pid
}

/** Gives a session the role and claims of a caller. */
export async function become(client: Client, caller: Caller): Promise<void> {
  const { text, values } = compile(becoming(caller, 'session'))
  await client.query(text, [...values])
}
