import type { Replaced } from '@stoa/contract/services/meta/query'
import type { Client } from 'pg'
import { AppError } from '../../../lib/errors.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import { compile, type Sql } from '../../../postgres/sql.ts'
import { definitionChanged } from '../../../project/unchanged.ts'
import { toAppError } from '../errors.ts'
import { catalogPath, CurrentObject, currentStatement, lockStatement } from './unchanged-queries.ts'

/** Postgres has no more specific code for changing a row that another transaction has changed. */
const CONCURRENTLY_UPDATED = 'XX000'

/**
 * Begins a transaction and locks a function, view or policy until its end, so that nobody else
 * changes it before this transaction does. A parameter has nothing that can be locked; of two
 * simultaneous changes, Postgres refuses one. For a comment, only members wait for each other.
 * Throws 409 `definition_changed` if the object has changed.
 */
export async function beginUnchanged(client: Client, replaced: Replaced): Promise<void> {
  try {
    await client.query('begin')
    const found = await read(client, replaced)
    if (!found) throw definitionChanged(null)
    const lock = lockStatement(replaced, found)
    if (lock) await run(client, lock)
    // Another transaction may have ended while this one waited for the lock.
    const locked = await read(client, replaced)
    if (!locked?.is_same || locked.schema !== found.schema || locked.name !== found.name)
      throw definitionChanged(currentOf(locked))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw sqlstateOf(cause) === CONCURRENTLY_UPDATED
      ? definitionChanged(undefined, cause)
      : toAppError(cause)
  }
}

/** The error's description of the current object; for most kinds, only their editor can show it. */
function currentOf(found: CurrentObject | undefined) {
  if (!found) return null
  return found.comment === undefined ? undefined : { comment: found.comment }
}

/**
 * Reads with the search path that the lists of objects use, because definitions omit schemas that
 * it finds.
 */
async function read(client: Client, replaced: Replaced): Promise<CurrentObject | undefined> {
  await client.query('savepoint stoa_read')
  await run(client, catalogPath())
  const { rows } = await run(client, currentStatement(replaced))
  await client.query('rollback to savepoint stoa_read')
  return CurrentObject.optional().parse(rows[0])
}

function run(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  return client.query<Record<string, unknown>>(text, [...values])
}
