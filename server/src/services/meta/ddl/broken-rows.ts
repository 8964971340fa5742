import type { BrokenRows, ConstraintDefinition } from '@stoa/contract/services/meta/constraints'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { compile } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { readColumns } from '../catalogue/columns.ts'
import { readPrimaryKey } from '../catalogue/primary-key.ts'
import { readDatabase } from '../session.ts'
import {
  brokenRowsQueries,
  firstRowsSql,
  type BrokenRowsQuery,
  type CheckedTable,
} from './broken-rows-sql.ts'
import { findOwnTable } from './change-table.ts'
import { rowsBreakConstraint } from './errors.ts'
import { MAX_BROKEN_ROWS, MAX_BROKEN_VALUE_CHARACTERS } from './limits.ts'

/** Reads the table that a constraint is checked on. 404 `table_not_found`. */
async function readCheckedTable(tx: Session, id: number): Promise<CheckedTable> {
  const { schema, name } = await findOwnTable(tx, id)
  const columns = await readColumns(tx, id)
  return {
    schema,
    name,
    columns: columns.map((column) => column.name),
    primary_key: await readPrimaryKey(tx, id),
  }
}

/** The first rows of a table that break a constraint; null if there are none. */
export const findBrokenRows = (
  project: Project,
  id: number,
  constraint: ConstraintDefinition,
): Promise<BrokenRows | null> =>
  readDatabase(project, async (tx) =>
    firstBroken(tx, brokenRowsQueries(await readCheckedTable(tx, id), constraint)),
  )

const Row = z.object({ cells: z.array(z.string().nullable()) })

async function firstBroken(
  tx: Session,
  queries: readonly BrokenRowsQuery[],
): Promise<BrokenRows | null> {
  for (const each of queries) {
    const rows = await tx.many(
      firstRowsSql(each, MAX_BROKEN_ROWS + 1, MAX_BROKEN_VALUE_CHARACTERS),
      Row,
    )
    if (rows.length > 0)
      return {
        columns: [...each.columns],
        rows: rows.slice(0, MAX_BROKEN_ROWS).map(({ cells }) => cells),
        has_more: rows.length > MAX_BROKEN_ROWS,
        sql: `${compile(each.query).text};`,
      }
  }
  return null
}

const BROKEN_STATES = new Set(['23502', '23503', '23505', '23514', '23P01'])
const Details = z.object({ sqlstate: z.string() })

const isAboutRows = (error: unknown): error is AppError =>
  error instanceof AppError &&
  BROKEN_STATES.has(Details.safeParse(error.details).data?.sqlstate ?? '')

type Attempt<T> = {
  readonly project: Project
  readonly id: number
  /** The queries that find the rows. */
  readonly queries: (table: CheckedTable) => Promise<readonly BrokenRowsQuery[]>
  readonly change: () => Promise<T>
}

/**
 * Makes a change that existing rows can break. 409 `rows_break_constraint` names the first of them;
 * Postgres's own error is kept if they cannot be found in time.
 */
export async function namingBrokenRows<T>({
  project,
  id,
  queries,
  change,
}: Attempt<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!isAboutRows(error)) throw error
    const broken = await findAfterFailure(project, id, queries)
    throw broken === null ? error : rowsBreakConstraint(error.message, broken, error)
  }
}

async function findAfterFailure(
  project: Project,
  id: number,
  queries: Attempt<unknown>['queries'],
): Promise<BrokenRows | null> {
  try {
    return await readDatabase(project, async (tx) =>
      firstBroken(tx, await queries(await readCheckedTable(tx, id))),
    )
  } catch {
    return null
  }
}
