import type { ImportDefinition, RejectedRow } from '@stoa/contract/services/imports/imports'
import type { Client } from 'pg'
import { parseInThread, type Piece } from '../../lib/table-files/parse-in-thread.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import { nameOfWords, recordingStatements } from '../../project/migration-record.ts'
import type { Project } from '../../project/project.ts'
import { inImportSession } from './import-session.ts'
import { analyzeStatement, dropTableStatement } from './import-ddl.ts'
import { IMPORT_MS } from './limits.ts'
import type { Plan } from './plan.ts'
import * as queries from './queries.ts'
import { createRowWriter } from './create-row-writer.ts'

export type RunRequest = {
  readonly path: string
  readonly definition: ImportDefinition
  readonly plan: Plan
  /** The email address of the author of the migration. */
  readonly author: string | null
  readonly signal: AbortSignal
}

export type RunProgress = {
  readonly progress: number
  readonly rows: number
  readonly rejected: readonly RejectedRow[]
}

export type RunEvents = {
  /** The transaction has begun. */
  begun(transaction: string): Promise<void>
  moved(progress: RunProgress): void
  /** Everything but the commit is done. */
  committing(progress: RunProgress & { readonly tableId: number }): Promise<void>
}

/**
 * Loads a file as the owner of the project, in one transaction with the table that it creates and the
 * migration: all of it is committed, or nothing. Rejects with an `ImportFailure`.
 */
export const runImport = (
  project: Project,
  request: RunRequest,
  events: RunEvents,
): Promise<void> =>
  inImportSession(project, {
    signal: request.signal,
    work: (client) => load(client, request, events),
  })

async function load(client: Client, request: RunRequest, events: RunEvents): Promise<void> {
  const { path, definition, plan, author, signal } = request
  const skipsBadRows = definition.bad_rows === 'skip'
  const run = (statement: Sql) => {
    const { text, values } = compile(statement)
    return client.query<{ id: string }>(text, [...values])
  }
  await run(queries.BEGIN)
  await run(queries.settings(`ISO, ${definition.date_order.toUpperCase()}`, IMPORT_MS))
  const begun = await run(queries.TRANSACTION_ID)
  await events.begun(begun.rows[0]?.id ?? '')
  for (const statement of [...plan.definitions, ...plan.rows.prepare]) await run(statement)
  const writer = createRowWriter(client, { statements: plan.rows, skipsBadRows })
  const progressOf = (progress: number): RunProgress => ({
    progress,
    rows: writer.rows(),
    rejected: writer.rejected,
  })
  const work = { kind: 'load' as const, columns: plan.columns, skipsBadRows }
  const pieces = parseInThread({ path, format: definition.format, work }, signal)
  for await (const piece of ahead(onlyPieces(pieces))) {
    await writer.write(piece)
    events.moved(progressOf(piece.progress))
  }
  await writer.end()
  await run(queries.CHECK_CONSTRAINTS)
  if (plan.definitions.length > 0) await recordMigration(run, plan, author)
  const { schema, table } = plan.target
  const found = await run(queries.tableId(schema, table))
  await events.committing({ ...progressOf(1), tableId: Number(found.rows[0]?.id) })
  await run(queries.COMMIT)
  // The rows are committed, so a failure here is not one of the import.
  await run(analyzeStatement(plan.target)).catch(() => {})
}

/** At the end, because a record locks the history until the commit. */
async function recordMigration(
  run: (statement: Sql) => Promise<unknown>,
  { definitions, target }: Plan,
  author: string | null,
): Promise<void> {
  const migration = {
    name: nameOfWords(['create', 'table', target.schema, target.table]),
    statements: definitions.map((statement) => compile(statement).text),
    author,
    rollback: [compile(dropTableStatement(target)).text],
    details: { source: 'import' as const, loss: 'The table and all its rows are deleted.' },
  }
  for (const statement of recordingStatements(migration)) await run(statement)
}

async function* onlyPieces(parsed: ReturnType<typeof parseInThread>): AsyncGenerator<Piece> {
  for await (const one of parsed) if (one.kind === 'piece') yield one
}

/** Parses the next piece while the last one is loaded. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = items.next()
      // Its error is thrown when it is the current one.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await items.return(undefined)
  }
}
