import type { exportRows as endpoint } from '@stoa/contract/services/meta/row-export'
import { Readable } from 'node:stream'
import type { Client, CustomTypesConfig } from 'pg'
import type { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { cancelStatement } from '../../../postgres/connections/cancel-statement.ts'
import type { Session } from '../../../postgres/database.ts'
import { compile, type Sql } from '../../../postgres/sql.ts'
import { toAppError, tooManyExports } from '../errors.ts'
import { becoming, readDatabase, readingSettings } from '../session.ts'
import type { Sight } from '../withheld.ts'
import { explainFailure } from './blame.ts'
import { beginSql, cursorSql, exportedRowsSql, FETCHES, noRowsSql } from './export-sql.ts'
import { checkFile } from './check-file.ts'
import { rowsFile, type Rows, type RowsFile } from './export-files.ts'
import { conditionsSql } from './filters.ts'
import { keySql, keyValues } from './keys.ts'
import { MAX_EXPORTS, MAX_FETCHED_BYTES, MAX_STALLED_MS } from './limits.ts'
import { probes } from './list.ts'
import { orderKeys } from './order.ts'
import { findColumn, readShape } from './shape.ts'

type Request = Omit<z.infer<NonNullable<typeof endpoint.body>>, 'impersonate'>

type ExportOptions = {
  readonly request: Request
  readonly sight: Sight
  readonly caller?: Caller | undefined
}

type ExportPlan = { readonly rows: Sql; readonly file: RowsFile }

export type Exports = {
  /**
   * The rows as a stream, from a cursor in constant memory. It ends with its reader, whose
   * statement is canceled. 429 `too_many_exports`, and the errors of `listRows` before the first row.
   */
  start: (project: Project, id: number, options: ExportOptions) => Promise<ExportedRows>
}

export type ExportedRows = { readonly type: string; readonly content: Readable }

/** Sorting a large table takes time before the first row. */
const EXPORT_TIMEOUT_MS = 120_000

export function createExports(): Exports {
  const running = new Map<string, number>()

  function enter(ref: string): () => void {
    const count = running.get(ref) ?? 0
    if (count >= MAX_EXPORTS) throw tooManyExports(MAX_EXPORTS)
    running.set(ref, count + 1)
    return () => {
      const left = (running.get(ref) ?? 1) - 1
      if (left === 0) running.delete(ref)
      else running.set(ref, left)
    }
  }

  return {
    async start(project, id, options) {
      const leave = enter(project.ref)
      try {
        const plan = await readDatabase(
          project,
          (tx) => planExport(tx, id, options),
          options.caller,
        )
        const client = await project.database.connect('postgres', 'stoa export')
        return await open(client, { plan, caller: options.caller, leave })
      } catch (error) {
        leave()
        throw toAppError(error)
      }
    },
  }
}

async function planExport(
  tx: Session,
  id: number,
  { request, sight }: Pick<ExportOptions, 'request' | 'sight'>,
): Promise<ExportPlan> {
  const table = await readShape(tx, id, sight)
  const columns = request.columns?.map((name) => findColumn(table, name)) ?? table.columns
  const conditions = conditionsSql(table, request)
  const { keys } = request
  if (keys !== undefined)
    conditions.push(
      keySql(
        table,
        keys.map((key) => keyValues(table, key)),
      ),
    )
  const rows = exportedRowsSql(table, {
    columns,
    conditions,
    keys: orderKeys(table, request.sorts),
  })
  await explainFailure(tx, () => tx.run(noRowsSql(rows)), { probes: probes(table, request) })
  const datesAsText = await checkFile(tx, request.format, {
    columns,
    rows: exportedRowsSql(table, { columns, conditions, keys: [] }),
  })
  return { rows, file: rowsFile(request.format, { table, columns, datesAsText }) }
}

type Opening = {
  readonly plan: ExportPlan
  readonly caller: Caller | undefined
  readonly leave: () => void
}

/** Resolves when the first row was read, so that an error before it is an ordinary response. */
async function open(client: Client, { plan, caller, leave }: Opening): Promise<ExportedRows> {
  // An error of the connection also rejects the statement that runs on it.
  client.on('error', () => {})
  try {
    await run(client, beginSql)
    await run(client, readingSettings(EXPORT_TIMEOUT_MS))
    if (caller) await run(client, becoming(caller, 'transaction'))
    await run(client, cursorSql(plan.rows))
    const first = await fetchRows(client, 0)
    const content = Readable.from(plan.file.write(batches(client, first)), { objectMode: false })
    content.once('close', () => {
      leave()
      void cancelStatement(client)
        .catch(() => {})
        .then(() => client.end())
        .catch(() => {})
    })
    return { type: plan.file.type, content: untilStalled(content) }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Destroys a stream that nobody reads from. */
function untilStalled(content: Readable): Readable {
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => content.destroy(new Error('The client stalled')), MAX_STALLED_MS)
    timer.unref()
  }
  content.on('data', wait)
  // A listener would start the stream before its reader has come.
  content.pause()
  content.once('close', () => clearTimeout(timer))
  return content
}

/** The first rows, and all further ones in parts that fit into memory. */
async function* batches(client: Client, first: Rows): AsyncGenerator<Rows> {
  let rows = first
  let size = 0
  while (rows.length > 0) {
    yield rows
    size = nextSize(size, charactersOf(rows) / rows.length)
    rows = await fetchRows(client, size)
  }
}

function charactersOf(rows: Rows): number {
  let sum = 0
  for (const cells of rows) for (const cell of cells) sum += cell?.length ?? 0
  return sum
}

/** As many rows as fit, judged by the last ones; at most one step more than before. */
function nextSize(size: number, bytesPerRow: number): number {
  const larger = Math.min(size + 1, FETCHES.length - 1)
  for (let next = larger; next > 0; next -= 1) {
    if ((FETCHES[next]?.rows ?? 1) * bytesPerRow <= MAX_FETCHED_BYTES) return next
  }
  return 0
}

const asText: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value }

async function fetchRows(client: Client, size: number): Promise<Rows> {
  const { text } = compile((FETCHES[size] ?? FETCHES[0]).statement)
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: asText })
  return rows
}

async function run(client: Client, statement: Sql): Promise<void> {
  const { text, values } = compile(statement)
  await client.query({ text, values: [...values] })
}
