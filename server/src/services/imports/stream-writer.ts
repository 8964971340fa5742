import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isDatabaseFailure, type DatabaseFailure } from '../../postgres/failures.ts'
import { compile } from '../../postgres/sql.ts'
import { ofDatabase } from './errors.ts'
import { columnOf, rowOf } from './failed-row.ts'
import type { RowStatements } from './import-ddl.ts'
import { ImportFailure } from './import-failure.ts'
import type { RowWriter } from './row-writer.ts'

/** Pieces whose lines are remembered: an error arrives after more pieces have been sent. */
const REMEMBERED_PIECES = 64

/** Loads all pieces with one COPY, which ends at the first bad row. */
export function createStreamWriter(client: Client, { copy }: RowStatements): RowWriter {
  const copying = client.query(copyFrom(compile(copy).text))
  const done = finished(copying)
  done.catch(() => {})
  let failure: unknown
  copying.once('error', (error) => void (failure = error))
  const recent: { readonly first: number; readonly lines: Uint32Array }[] = []
  let rows = 0

  function explain(error: unknown): unknown {
    if (!isDatabaseFailure(error)) return error
    const place = { line: lineOf(error), column: columnOf(error) }
    return new ImportFailure(ofDatabase(error, place), error)
  }

  function lineOf(failure: DatabaseFailure): number | null {
    const row = rowOf(failure)
    if (row === undefined) return null
    const piece = recent.find(({ first, lines }) => row >= first && row < first + lines.length)
    return piece?.lines[row - piece.first] ?? null
  }

  return {
    rejected: [],
    rows: () => rows,
    async write({ bytes, lines }) {
      recent.push({ first: rows, lines })
      if (recent.length > REMEMBERED_PIECES) recent.shift()
      rows += lines.length
      try {
        if (!copying.write(Buffer.from(bytes.buffer)))
          await Promise.race([once(copying, 'drain'), done])
      } catch (error) {
        // Once Postgres has refused a row, a write fails for lack of a connection, which says nothing.
        throw explain(failure ?? error)
      }
    },
    async end() {
      copying.end()
      await done.catch((error: unknown) => {
        throw explain(error)
      })
    },
  }
}
