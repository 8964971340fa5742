import type { Database } from '../database.ts'
import { rawSql, sql, type Sql } from '../sql.ts'
import { compareCatalogs } from './catalog/compare-catalogs.ts'
import { describeCatalog, digestOf } from './catalog/describe-catalog.ts'
import type { PlannedStatement } from './engine/messages.ts'
import { mergeFailed, mergeInexact, targetMoved } from './errors.ts'
import { APPLY_LOCK_TIMEOUT_MS, APPLY_STATEMENT_TIMEOUT_MS } from './limits.ts'
import type { SchemaPlan } from './plan-changes.ts'
import { sourceOf, type SchemaSource } from './source.ts'
import { changeSettings } from './trial.ts'

type Application = {
  readonly target: Database
  readonly plan: SchemaPlan
  readonly ignoredSchemas: readonly string[]
  /** Statements that record a segment, in its transaction. */
  readonly record: (statements: readonly string[]) => readonly Sql[]
}

/**
 * Runs a plan on its target, each segment in one transaction with its record, and compares the result
 * before the last commit. Rejects with 409 `target_moved` if the target has changed since it was
 * planned, 409 `merge_failed` with the statement, or 409 `merge_inexact`. A segment that adds enum
 * values stays if a later one fails or the server stops in between; the next plan has the rest.
 */
export async function applyPlan({
  target,
  plan,
  ignoredSchemas,
  record,
}: Application): Promise<void> {
  // The owner's access, like psql and every migration.
  const client = await target.connect('postgres', 'stoa schema merge')
  const source = sourceOf(client)
  try {
    const segments = segmentsOf(plan.statements)
    for (const [index, segment] of segments.entries()) {
      await source(sql`begin`)
      await source(
        changeSettings({ lockMs: APPLY_LOCK_TIMEOUT_MS, statementMs: APPLY_STATEMENT_TIMEOUT_MS }),
      )
      if (index === 0) await refuseMoved(source, plan, ignoredSchemas)
      for (const statement of segment) await runStatement(source, statement)
      if (index === segments.length - 1) await refuseInexact(source, plan, ignoredSchemas)
      for (const statement of record(segment.map(textOf))) await source(statement)
      await source(sql`commit`)
    }
  } finally {
    await client.query('rollback').catch(() => {})
    await client.end().catch(() => {})
  }
}

const textOf = ({ sql: text }: PlannedStatement): string => text

/** The statements of each transaction: an enum value can be used only after the commit that adds it. */
export function segmentsOf<T extends PlannedStatement>(
  statements: readonly T[],
): readonly (readonly T[])[] {
  const first = statements.filter(({ commits_first: isFirst }) => isFirst)
  const rest = statements.filter(({ commits_first: isFirst }) => !isFirst)
  return [first, rest].filter(({ length }) => length > 0)
}

async function refuseMoved(
  source: SchemaSource,
  { targetDigest }: SchemaPlan,
  ignoredSchemas: readonly string[],
): Promise<void> {
  const current = digestOf(await describeCatalog(source, ignoredSchemas))
  if (current !== targetDigest) throw targetMoved()
}

/** Also refuses a change that somebody else made to the target while the statements ran. */
async function refuseInexact(
  source: SchemaSource,
  { wanted, remaining }: SchemaPlan,
  ignoredSchemas: readonly string[],
): Promise<void> {
  const known = new Set(remaining.map(({ key }) => key))
  const left = compareCatalogs(await describeCatalog(source, ignoredSchemas), wanted)
  const unexpected = left.filter(({ key }) => !known.has(key))
  if (unexpected.length > 0) throw mergeInexact(unexpected.map(({ key }) => key))
}

async function runStatement(source: SchemaSource, statement: PlannedStatement): Promise<void> {
  try {
    await source(rawSql(statement.sql))
  } catch (error) {
    throw mergeFailed(statement.sql, error)
  }
}
