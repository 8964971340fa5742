import type { RejectedRow } from '@stoa/contract/services/imports/imports'
import type { Client } from 'pg'
import type { Piece } from '../../lib/table-files/parse-in-thread.ts'
import type { RowStatements } from './import-ddl.ts'
import { createPieceWriter } from './piece-writer.ts'
import { createStreamWriter } from './stream-writer.ts'

/** Loads pieces of a file in the transaction of a client. Rejects with an `ImportFailure`. */
export type RowWriter = {
  write(piece: Piece): Promise<void>
  /** Resolves when Postgres has all rows. */
  end(): Promise<void>
  readonly rejected: readonly RejectedRow[]
  rows(): number
}

/**
 * One COPY for all rows if possible, so that a row can refer to a later one of the same file.
 */
export const createRowWriter = (
  client: Client,
  options: { readonly statements: RowStatements; readonly skipsBadRows: boolean },
): RowWriter =>
  options.skipsBadRows || options.statements.merge
    ? createPieceWriter(client, options)
    : createStreamWriter(client, options.statements)
