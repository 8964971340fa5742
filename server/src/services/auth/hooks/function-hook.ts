import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { ident, sql } from '../../../postgres/sql.ts'
import { authError, sqlState } from '../errors.ts'
import { hookFailed } from './hook-error.ts'

const TIMEOUT_MS = 2000
const MAX_BYTES = 200 * 1024

/**
 * Calls a function of the project's database with the payload as its only argument and returns its
 * result. It runs in the given transaction, so it sees an account that the transaction created.
 */
export async function callFunctionHook(
  tx: Connection,
  { uri, payload }: { readonly uri: string; readonly payload: object },
): Promise<unknown> {
  const [schema, name] = uri.replace(/^pg-functions:\/\/[^/]+\//, '').split('/')
  if (!schema || !name) throw hookFailed(`Error running hook URI: ${uri}`)
  const { before } = await tx.one(
    sql`select current_setting('statement_timeout') as before,
      set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`,
    z.object({ before: z.string() }),
  )
  const output = await call(tx, { uri, schema, name, payload })
  await tx.run(sql`select set_config('statement_timeout', ${before}, true)`)
  return output
}

async function call(
  tx: Connection,
  { uri, schema, name, payload }: { uri: string; schema: string; name: string; payload: object },
): Promise<unknown> {
  try {
    // The result is measured first, so that Postgres doesn't send more than the server has memory
    // for.
    const row = await tx.one(
      sql`select octet_length(o.result) as bytes,
          case when octet_length(o.result) <= ${MAX_BYTES} then o.result end as result
        from (select ${ident(decode(schema), decode(name))}(${JSON.stringify(payload)}::jsonb)::text as result offset 0) o`,
      z.object({ bytes: z.number().nullable(), result: z.string().nullable() }),
    )
    if ((row.bytes ?? 0) > MAX_BYTES)
      throw authError(
        422,
        'hook_payload_over_size_limit',
        `Payload size exceeded size limit of ${MAX_BYTES} bytes`,
      )
    return row.result === null || row.result === '' ? undefined : JSON.parse(row.result)
  } catch (cause) {
    if (sqlState(cause) === '57014')
      throw authError(
        422,
        'hook_timeout',
        `Failed to reach hook within maximum time of ${(TIMEOUT_MS / 1000).toFixed(6)} seconds`,
        { cause },
      )
    if (sqlState(cause) !== undefined || cause instanceof SyntaxError)
      throw hookFailed(`Error running hook URI: ${uri}`, cause)
    throw cause
  }
}

/** Names with special characters are encoded in the address. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
