import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { FileColumn } from '@stoa/contract/services/table-files'
import { from as copyFrom } from 'pg-copy-streams'
import { endClient } from '../../../postgres/connections/connect.ts'
import { isDatabaseFailure, type DatabaseFailure } from '../../../postgres/failures.ts'
import { compile, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { LOAD_MS } from './limits.ts'
import type { Piece } from '../../../lib/table-files/parse-in-thread.ts'
import { FileProblem } from '../../../lib/table-files/problem.ts'
import { capital } from './errors.ts'

export type LoadTarget = {
  readonly schema: string
  readonly table: string
  readonly columns: readonly FileColumn[]
}

export type TableCreation = {
  readonly statements: readonly Sql[]
  readonly records: readonly Sql[]
}

export type RowLoad = {
  readonly pieces: AsyncIterable<Piece>
  readonly signal: AbortSignal
  /** The statements that create the table if it was never loaded, and those that record them. */
  readonly creation?: TableCreation
}

/**
 * Replaces the rows of a table, as the owner of the project and in one transaction: until it
 * commits, everybody reads the old rows. Resolves to the number of new ones.
 */
export async function loadRows(
  { database }: Project,
  { schema, table, columns }: LoadTarget,
  { pieces, signal, creation }: RowLoad,
): Promise<number> {
  const client = await database.connect('postgres', 'file-source')
  const end = () => void endClient(client)
  signal.addEventListener('abort', end, { once: true })
  const run = (statement: Sql) => {
    const { text, values } = compile(statement)
    return client.query(text, [...values])
  }
  const name = ident(schema, table)
  let rows = 0
  try {
    signal.throwIfAborted()
    await client.query('begin')
    await client.query(`set local statement_timeout = ${LOAD_MS}; set local lock_timeout = '5s';
      set local datestyle = 'ISO, MDY'; set constraints all deferred`)
    for (const statement of creation?.statements ?? []) await run(statement)
    // Reads continue. Writes wait, because their rows would otherwise remain beside the new ones.
    await client.query(compile(sql`lock table ${name} in share row exclusive mode`).text)
    await client.query(compile(sql`delete from ${name}`).text)
    const names = joinSql(columns.map((column) => ident(column.name)))
    const copying = client.query(copyFrom(compile(sql`copy ${name} (${names}) from stdin`).text))
    await pipeline(
      Readable.from(
        (async function* () {
          for await (const piece of pieces) {
            rows = piece.rows
            yield Buffer.from(piece.bytes.buffer)
          }
        })(),
        { objectMode: false },
      ),
      copying,
      { signal },
    )
    // At the end, because a record locks the history until the commit.
    for (const statement of creation?.records ?? []) await run(statement)
    await client.query('commit')
    // Makes room for the next run. The rows are already loaded, so a failure here is not a failure
    // of the load.
    await client.query(compile(sql`vacuum (analyze) ${name}`).text).catch(() => {})
    return rows
  } catch (error) {
    throw isDatabaseFailure(error) ? refusal(error, `${schema}.${table}`) : error
  } finally {
    signal.removeEventListener('abort', end)
    await endClient(client)
  }
}

function refusal(failure: DatabaseFailure, table: string): unknown {
  const { code, message } = failure
  if (code === '42P01' || code === '3F000')
    return new FileProblem('file_table_missing', `The table ${table} does not exist any more.`, {
      hint: 'Rename it back, or delete this source and create it again.',
    })
  if (code === '55P03')
    return new FileProblem('file_table_busy', `Another session uses the table ${table}.`, {
      hint: 'End that session or wait until it has finished, then retry.',
    })
  if (code === '57014')
    return new FileProblem('file_load_timeout', 'Loading the rows took too long.', {
      hint: 'Drop indexes and triggers that slow the table down, or split the file.',
    })
  if (code === '23503')
    return new FileProblem('file_rows_referenced', `${capital(message)}.`, {
      hint: 'Rows of other tables refer to this one. Make that foreign key deferrable initially deferred.',
    })
  // Only the context says where a value is wrong: `COPY t, line 2, column price: "x"`.
  const [, row, column] = /, line (\d+)(?:, column (.+?)(?::|$))?/.exec(failure.where ?? '') ?? []
  const isValue = code.startsWith('22') || code.startsWith('23')
  return new FileProblem(
    isValue ? 'file_value_invalid' : 'file_load_failed',
    `${capital(message)}.`,
    {
      row: row === undefined ? null : Number(row),
      column: column ?? null,
      hint: isValue
        ? 'Correct the file, or give the column another type.'
        : 'The rows of the last run are unchanged.',
    },
  )
}
