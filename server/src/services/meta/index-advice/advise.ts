import { randomBytes } from 'node:crypto'
import type { IndexAdvice, IndexSuggestion } from '@stoa/contract/services/meta/index-advice'
import type { Client } from 'pg'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import { compile, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { toAppError } from '../errors.ts'
import { checkSqlText } from '../query/run.ts'
import { candidatesOf, type Candidate } from './candidates.ts'
import { copyTables, type Copied } from './copies.ts'
import { checkOneStatement } from './one-statement.ts'
import { readPlan, type Plan } from './plan.ts'
import { withSchema } from './renamed.ts'
import { runStatement } from './run-statement.ts'

const TIMEOUT_MS = 20_000
const LOCK_TIMEOUT_MS = 2000
const LOCK = 4_817_263_905
const MOST_SUGGESTIONS = 3
/** An index slows down writes, so it has to save more than this share of the cost. */
const LEAST_GAIN = 0.1

/**
 * Measures which indexes would make a statement cheaper. Everything happens in a transaction of the
 * database's owner that is rolled back, on copies in a schema of its own: the tables themselves are
 * only read, with the lock of a query.
 */
export async function adviseIndexes(project: Project, text: string): Promise<IndexAdvice> {
  checkSqlText(text)
  checkOneStatement(text)
  // Uses its own connection, so that closing it ends the transaction in any case.
  const client = await project.database.connect('postgres', 'stoa index advisor')
  try {
    return await measure(client, text)
  } catch (error) {
    throw toAppError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

const Turn = z.object({ is_mine: z.boolean() })

async function measure(client: Client, text: string): Promise<IndexAdvice> {
  await runStatement(client, sql`begin`)
  const { rows: turns } = await runStatement(
    client,
    sql`
      select
        pg_catalog.pg_try_advisory_xact_lock(${LOCK}::bigint) as is_mine,
        pg_catalog.set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
        pg_catalog.set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`,
  )
  if (!Turn.parse(turns[0]).is_mine)
    throw new AppError('advisor_busy', 'Another statement is being measured.', {
      status: 409,
      hint: 'Try again in a moment.',
    })
  const schema = `stoa_advice_${randomBytes(6).toString('hex')}`
  const { tables } = await explain(client, text)
  const copies = await copyTables(client, schema, tables)
  const copiedText = withSchema(text, copies, schema)
  const before = await explain(client, copiedText)
  const used = copies.filter(({ name }) =>
    before.tables.some((table) => table.schema === schema && table.name === name),
  )
  if (used.length === 0)
    throw new AppError(
      'nothing_to_measure',
      'The statement reads no ordinary table that could be copied for a measurement.',
      {
        status: 400,
        hint: 'The advisor measures statements that read tables of at least a thousand rows by name. For a view, enter its query.',
      },
    )
  const measured = { client, schema, text: copiedText }
  const candidates = candidatesOf(before.tables.filter((table) => table.schema === schema))
  return {
    cost_before: before.cost,
    suggestions: await suggest(measured, { candidates, copies: used, cost: before.cost }),
    measured: used.map(({ schema: home, name, rows, copiedRows }) => ({
      schema: home,
      table: name,
      rows,
      copied_rows: copiedRows,
    })),
  }
}

type Measured = { readonly client: Client; readonly schema: string; readonly text: string }
type Search = {
  readonly candidates: readonly Candidate[]
  readonly copies: readonly Copied[]
  readonly cost: number
}

/** Adds the best candidate one after another, as long as each reduces the cost. */
async function suggest(
  measured: Measured,
  { candidates, copies, cost }: Search,
): Promise<IndexSuggestion[]> {
  const suggestions: IndexSuggestion[] = []
  let current = cost
  while (suggestions.length < MOST_SUGGESTIONS) {
    const found: { candidate: Candidate; cost: number }[] = []
    for (const candidate of candidates) {
      const after = await costWith(measured, candidate)
      if (after !== undefined) found.push({ candidate, cost: after })
    }
    // Of equally good ones, the index with fewer columns is smaller.
    const [best] = found.toSorted(
      (a, b) => a.cost - b.cost || a.candidate.columns.length - b.candidate.columns.length,
    )
    if (!best || best.cost > current * (1 - LEAST_GAIN)) break
    await runStatement(measured.client, indexOn(measured.schema, best.candidate))
    current = best.cost
    const { table, columns } = best.candidate
    const home = copies.find(({ name }) => name === table)?.schema ?? ''
    const { text } = compile(sql`
      create index concurrently on ${ident(home, table)} (${joinSql(columns.map((c) => ident(c)))})`)
    suggestions.push({
      schema: home,
      table,
      columns: [...columns],
      sql: `${text.trim()};`,
      cost_after: current,
    })
  }
  return suggestions
}

/** The cost of the statement with an index; undefined if a btree can't have these columns. */
async function costWith(
  { client, schema, text }: Measured,
  candidate: Candidate,
): Promise<number | undefined> {
  await runStatement(client, sql`savepoint candidate`)
  try {
    await runStatement(client, indexOn(schema, candidate))
    return (await explain(client, text)).cost
  } catch {
    return undefined
  } finally {
    await runStatement(client, sql`rollback to savepoint candidate`)
  }
}

const indexOn = (schema: string, { table, columns }: Candidate): Sql =>
  sql`create index on ${ident(schema, table)} (${joinSql(columns.map((column) => ident(column)))})`

const PlanRow = z.tuple([z.object({ 'QUERY PLAN': z.unknown() })])

/** Plans a statement without running it, and without values for its parameters. */
async function explain(client: Client, text: string): Promise<Plan> {
  const { rows } = await runStatement(
    client,
    sql`explain (format json, verbose, generic_plan) ${rawSql(text.replace(/;\s*$/, ''))}`,
  )
  return readPlan(PlanRow.parse(rows)[0]['QUERY PLAN'])
}
