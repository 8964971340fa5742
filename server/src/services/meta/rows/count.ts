import type { listRows } from '@stoa/contract/services/meta/rows'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import { whereSql } from './filters.ts'
import { tableSql, type TableShape } from './shape.ts'

type Count = NonNullable<z.infer<typeof listRows.response>['count']>

type Question = {
  readonly table: TableShape
  readonly conditions: readonly Sql[]
  readonly isExact: boolean
}

/** Maximum duration of an exact count before the planner's estimate is used. */
const COUNT_TIMEOUT_MS = 3000

/** Planner cost up to which counting is as fast as estimating: some thousand pages. */
const CHEAP = 5000

/**
 * The number of matching rows: counted if requested and fast enough, or if counting is cheap;
 * otherwise the planner's estimate.
 */
export async function countRows(tx: Session, question: Question): Promise<Count> {
  const estimate = await estimateRows(tx, question)
  if (!question.isExact && estimate.cost > CHEAP) return { value: estimate.rows, is_exact: false }
  const value = await countExactly(tx, question)
  if (value === undefined) return { value: estimate.rows, is_exact: false }
  return { value, is_exact: true }
}

const Plan = z
  .tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })])
  .transform(([{ Plan: plan }]) => ({ rows: plan['Plan Rows'], cost: plan['Total Cost'] }))

async function estimateRows(tx: Session, { table, conditions }: Question) {
  const { rows } = await tx.text(
    sql`explain (format json) select from ${tableSql(table)} ${whereSql(conditions)}`,
  )
  return Plan.parse(JSON.parse(rows[0]?.[0] ?? ''))
}

async function countExactly(
  tx: Session,
  { table, conditions }: Question,
): Promise<number | undefined> {
  await tx.run(sql`savepoint counting`)
  try {
    await tx.run(sql`select set_config('statement_timeout', ${String(COUNT_TIMEOUT_MS)}, true)`)
    const { count } = await tx.one(
      sql`select count(*)::float8 as count from ${tableSql(table)} ${whereSql(conditions)}`,
      z.object({ count: z.number() }),
    )
    return count
  } catch (error) {
    if (sqlstateOf(error) !== '57014') throw error
    await tx.run(sql`rollback to savepoint counting`)
    return undefined
  }
}
