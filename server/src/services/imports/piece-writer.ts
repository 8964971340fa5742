import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RejectedRow } from '@stoa/contract/services/imports/imports'
import { MAX_REJECTED_ROWS } from '@stoa/contract/services/imports/limits'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Piece } from '../../lib/table-files/parse-in-thread.ts'
import { isDatabaseFailure, type DatabaseFailure } from '../../postgres/failures.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import { capital, isOfRow, ofDatabase, TOO_MANY_REJECTED, type RowPlace } from './errors.ts'
import { columnOf, rowOf } from './failed-row.ts'
import { ImportFailure } from './import-failure.ts'
import type { RowStatements } from './import-ddl.ts'
import { MAX_REASON_LENGTH, MAX_SHOWN_LENGTH } from './limits.ts'
import { RELEASE, ROLLBACK_ROWS, SAVEPOINT } from './queries.ts'
import type { RowWriter } from './row-writer.ts'

/** Some rows of a piece: the bytes of each row, and its line in the file. */
type Rows = {
  readonly piece: Piece
  readonly ends: Uint32Array
  readonly from: number
  readonly to: number
}

/** How many rows are tried next after a bad one, so that many bad rows are not sent again and again. */
const FIRST_ROWS_AFTER_PROBLEM = 16
const GROWTH = 4

/**
 * Loads each piece of a file with statements of its own. With `skipsBadRows`, rows that Postgres
 * refuses are rolled back to a savepoint and reported, and all others are loaded.
 */
export function createPieceWriter(
  client: Client,
  {
    statements,
    skipsBadRows,
  }: { readonly statements: RowStatements; readonly skipsBadRows: boolean },
): RowWriter {
  const rejected: RejectedRow[] = []
  const run = (statement: Sql | undefined) =>
    statement ? client.query(compile(statement).text) : undefined
  const copyText = compile(statements.copy).text
  let loaded = 0

  async function send(rows: Rows): Promise<void> {
    await run(statements.clear)
    const copying = client.query(copyFrom(copyText))
    await pipeline(Readable.from([bytesOf(rows)], { objectMode: false }), copying)
    await run(statements.merge)
    loaded += rows.to - rows.from
  }

  async function sendOrExplain(rows: Rows): Promise<void> {
    try {
      await send(rows)
    } catch (error) {
      if (!isDatabaseFailure(error)) throw error
      throw new ImportFailure(ofDatabase(error, placeIn(rows, error)), error)
    }
  }

  /** The failure of a row, after which the transaction continues. */
  async function trySend(rows: Rows): Promise<DatabaseFailure | undefined> {
    await run(SAVEPOINT)
    try {
      await send(rows)
      await run(RELEASE)
      return undefined
    } catch (error) {
      if (!isDatabaseFailure(error)) throw error
      if (!isOfRow(error.code))
        throw new ImportFailure(ofDatabase(error, placeIn(rows, error)), error)
      await run(ROLLBACK_ROWS)
      return error
    }
  }

  function reject(row: RejectedRow): void {
    if (rejected.length === MAX_REJECTED_ROWS) throw new ImportFailure(TOO_MANY_REJECTED)
    rejected.push({
      ...row,
      value: row.value.slice(0, MAX_SHOWN_LENGTH),
      reason: row.reason.slice(0, MAX_REASON_LENGTH),
    })
  }

  async function sendGoodRows(all: Rows): Promise<void> {
    let from = all.from
    let size = all.to - all.from
    while (from < all.to) {
      const rows = { ...all, from, to: Math.min(all.to, from + size) }
      const failure = await trySend(rows)
      if (!failure) {
        from = rows.to
        size *= GROWTH
        continue
      }
      if (rows.to - rows.from === 1) {
        reject(rejectedRow(rows, failure))
        from = rows.to
        size = FIRST_ROWS_AFTER_PROBLEM
        continue
      }
      // The context of most errors has the row. A foreign key is checked after all of them.
      const bad = rowOf(failure)
      size = bad === undefined || bad === 0 ? Math.ceil((rows.to - from) / 2) : bad
      if (bad !== 0) continue
      reject(rejectedRow({ ...rows, to: from + 1 }, failure))
      from += 1
      size = FIRST_ROWS_AFTER_PROBLEM
    }
  }

  return {
    rejected,
    rows: () => loaded,
    async write(piece) {
      for (const row of piece.rejected) reject({ ...row })
      const ends = rowEnds(piece)
      if (ends.length === 0) return
      const rows = { piece, ends, from: 0, to: ends.length }
      if (skipsBadRows) await sendGoodRows(rows)
      else await sendOrExplain(rows)
    },
    end: async () => {},
  }
}

const LF = 10

/** The ends of the rows: line ends inside values are escaped, so each one ends a row. */
function rowEnds({ bytes, lines }: Piece): Uint32Array {
  const ends = new Uint32Array(lines.length)
  let end = -1
  for (let row = 0; row < ends.length; row += 1) {
    end = bytes.indexOf(LF, end + 1)
    ends[row] = end + 1
  }
  return ends
}

function bytesOf({ piece, ends, from, to }: Rows): Buffer {
  const start = from === 0 ? 0 : (ends[from - 1] ?? 0)
  return Buffer.from(piece.bytes.buffer, start, (ends[to - 1] ?? start) - start)
}

function placeIn({ piece, from, to }: Rows, failure: DatabaseFailure): RowPlace {
  const row = to - from === 1 ? 0 : rowOf(failure)
  const line = row === undefined ? undefined : piece.lines[from + row]
  return { line: line ?? null, column: columnOf(failure) }
}

function rejectedRow(rows: Rows, failure: DatabaseFailure): RejectedRow {
  const { where = '', message, detail } = failure
  const value = /, column [^:\n]+: "([\s\S]*)"/.exec(where)?.[1]
  const text = bytesOf({ ...rows, to: rows.from + 1 }).toString()
  return {
    line: rows.piece.lines[rows.from] ?? 0,
    column: columnOf(failure),
    value: value ?? text.trimEnd().replaceAll('\t', ' '),
    reason: detail === undefined ? `${capital(message)}.` : `${capital(message)}. ${detail}`,
  }
}
