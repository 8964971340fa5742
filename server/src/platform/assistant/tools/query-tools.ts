import { randomUUID } from 'node:crypto'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { runQuery, type QueryResult } from '@stoa/contract/services/meta/query'
import { z } from 'zod'
import { tool, type Tool, type ToolCaller } from './tool.ts'

const ROW_LIMIT = 100
const TIMEOUT_MS = 15_000
/** A longer value is cut, so that one of them does not fill the model's memory. */
const MAX_VALUE_LENGTH = 500

const Sql = z.object({ sql: z.string().min(1).max(50_000) })

/** Tools that send SQL to the database in read-only transactions. */
export const queryTools: readonly Tool[] = [
  tool({
    name: 'explain_query',
    title: 'Explaining a query',
    description: 'Returns the plan of one statement as JSON without running it.',
    // The planner runs functions that are marked as immutable, so a plan can contain data.
    level: 'schema_logs_and_data',
    permission: 'database:read',
    input: Sql,
    async run({ sql }, caller) {
      const { results } = await read(caller, { sql, explain: 'plan' })
      return results.flatMap(({ rows }) => rows.map((row) => row.join('\n'))).join('\n')
    },
  }),
  tool({
    name: 'run_query',
    title: 'Running a read-only query',
    description: `Runs SQL in a read-only transaction and returns at most ${ROW_LIMIT} rows. It cannot write.`,
    level: 'schema_logs_and_data',
    permission: 'database:read',
    input: Sql,
    async run({ sql }, caller) {
      const { results } = await read(caller, { sql })
      return results.map(resultText).join('\n\n')
    },
  }),
]

const read = (caller: ToolCaller, text: { readonly sql: string; readonly explain?: 'plan' }) =>
  caller.call(runQuery, {
    body: {
      run_id: randomUUID(),
      row_limit: ROW_LIMIT,
      timeout_ms: TIMEOUT_MS,
      read_only: true,
      ...text,
    },
  })

/** A result as lines of values that are separated by tabs. */
function resultText({ command, columns, rows, row_count, is_limited }: QueryResult): string {
  if (columns.length === 0) return `${command} ${row_count ?? ''}`.trim()
  return [
    columns.map(({ name }) => name).join('\t'),
    ...rows.map((row) => row.map(valueText).join('\t')),
    is_limited ? `Only the first ${rows.length} rows.` : `${rows.length} rows`,
  ].join('\n')
}

function valueText(value: Cell): string {
  if (value === null) return 'NULL'
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value
}
