import {
  MAX_COUNTED_REFERENCES,
  type RowReference,
} from '@stoa/contract/services/meta/row-references'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { rowNotFound } from '../errors.ts'
import { readDatabase } from '../session.ts'
import type { Sight } from '../withheld.ts'
import { explainFailure } from './blame.ts'
import { filterSql, whereSql } from './filters.ts'
import { keyProbes, keyValues, type Key } from './keys.ts'
import { MAX_REFERENCES, REFERENCES_BUDGET_MS } from './limits.ts'
import {
  beginCountSql,
  countUpToSql,
  endCountSql,
  readReferringKeys,
  rowValuesSql,
  type ReferringKey,
} from './references-sql.ts'
import { readShape, type TableShape } from './shape.ts'

type Options = {
  readonly key: Key
  readonly sight: Sight
  readonly caller?: Caller | undefined
  /** The current time in ms. */
  readonly now: () => number
}

type References = { references: RowReference[]; has_more: boolean }

/** The rows of all tables that refer to one row. Tables that the member cannot see are left out. */
export const listRowReferences = (
  project: Project,
  id: number,
  { key, sight, caller, now }: Options,
): Promise<References> =>
  readDatabase(
    project,
    async (tx) => {
      const table = await readShape(tx, id, sight)
      const keys = await readReferringKeys(tx, id, MAX_REFERENCES + 1)
      const values = await readValues(tx, table, { key, keys })
      const deadline = now() + REFERENCES_BUDGET_MS
      const references: RowReference[] = []
      for (const referring of keys.slice(0, MAX_REFERENCES)) {
        const shape = await visibleShape(tx, referring.table_id, sight)
        if (!shape) continue
        const filters = filtersOf(referring, values)
        references.push({
          name: referring.name,
          table_id: referring.table_id,
          schema: shape.schema,
          table: shape.name,
          columns: referring.columns,
          filters,
          count: await countReferring(tx, shape, { filters, remainingMs: deadline - now() }),
        })
      }
      return { references, has_more: keys.length > MAX_REFERENCES }
    },
    caller,
  )

type Values = ReadonlyMap<string, string | null>

/** The values of the row that foreign keys refer to. */
async function readValues(
  tx: Session,
  table: TableShape,
  { key, keys }: { readonly key: Key; readonly keys: readonly ReferringKey[] },
): Promise<Values> {
  const names = new Set([
    ...table.primaryKey.map(({ name }) => name),
    ...keys.flatMap((referring) => referring.target_columns),
  ])
  const columns = table.columns.filter(({ name }) => names.has(name))
  const wanted = keyValues(table, key)
  const { rows } = await explainFailure(tx, () => tx.text(rowValuesSql(table, wanted, columns)), {
    probes: keyProbes(table, [wanted]),
  })
  const [row] = rows
  if (!row) throw rowNotFound()
  return new Map(columns.map(({ name }, index) => [name, row[index] ?? null]))
}

/** Undefined for a table whose columns the member cannot see. */
async function visibleShape(
  tx: Session,
  id: number,
  sight: Sight,
): Promise<TableShape | undefined> {
  try {
    return await readShape(tx, id, sight)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** No filters if a value is null, which no row refers to. */
function filtersOf({ columns, target_columns: targets }: ReferringKey, values: Values): Filter[] {
  const filters = columns.flatMap((column, index): Filter[] => {
    const value = values.get(targets[index] ?? '') ?? null
    return value === null ? [] : [{ column, operator: 'eq', value }]
  })
  return filters.length === columns.length ? filters : []
}

type Question = { readonly filters: readonly Filter[]; readonly remainingMs: number }

async function countReferring(
  tx: Session,
  table: TableShape,
  { filters, remainingMs }: Question,
): Promise<RowReference['count']> {
  if (filters.length === 0) return { value: 0, is_exact: true }
  // A timeout of 0 would be none.
  if (remainingMs < 1) return null
  for (const statement of beginCountSql(Math.ceil(remainingMs / 2))) await tx.run(statement)
  try {
    const where = whereSql(filters.map((filter) => filterSql(table, filter)))
    const statement = countUpToSql(table, where, MAX_COUNTED_REFERENCES + 1)
    const { count } = await tx.one(statement, z.object({ count: z.int() }))
    return {
      value: Math.min(count, MAX_COUNTED_REFERENCES),
      is_exact: count <= MAX_COUNTED_REFERENCES,
    }
  } catch {
    // It took too long, or the role cannot read the table. The list is useful without the count.
    return null
  } finally {
    await tx.run(endCountSql)
  }
}
