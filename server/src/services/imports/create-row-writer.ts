import type { Client } from 'pg'
import type { RowStatements } from './import-ddl.ts'
import { createPieceWriter } from './piece-writer.ts'
import type { RowWriter } from './row-writer.ts'
import { createStreamWriter } from './stream-writer.ts'

/**
 * Uses one COPY for all rows if possible, so that a row can refer to a later row of the file.
 */
export const createRowWriter = (
  client: Client,
  options: { readonly statements: RowStatements; readonly skipsBadRows: boolean },
): RowWriter =>
  options.skipsBadRows || options.statements.merge
    ? createPieceWriter(client, options)
    : createStreamWriter(client, options.statements)
