import type { BulkAction, BulkRows, BulkValue } from '@stoa/contract/services/meta/bulk-changes'
import {
  bulkExpressionsFor,
  type BulkExpression,
} from '@stoa/contract/services/meta/bulk-expressions'
import { ident, joinSql, sql, withLiterals, type Sql } from '../../../postgres/sql.ts'
import { generatedAlways } from '../errors.ts'
import { printAs } from './changes-sql.ts'
import { expressionUnavailable } from './errors.ts'
import { conditionsSql, whereSql } from './filters.ts'
import { keySql, keyValues } from './keys.ts'
import { MAX_UNDO_ROWS } from './limits.ts'
import { bindAs, findColumn, tableSql, type ShapeColumn, type TableShape } from './shape.ts'
import { parseAssignments } from './write.ts'

/** A bulk change whose names were found in the table. */
export type BulkTarget = {
  readonly conditions: readonly Sql[]
  /** The column to set; undefined for a change that deletes rows. */
  readonly set: { readonly column: ShapeColumn; readonly to: BulkValue } | undefined
}

type BulkRequest = { readonly rows: BulkRows; readonly action: BulkAction }

/** 400 `unknown_column`, `generated_always`, `invalid_key`, `invalid_filter`, `expression_unavailable`. */
export function targetOf(table: TableShape, { rows, action }: BulkRequest): BulkTarget {
  const conditions =
    rows.kind === 'matching'
      ? conditionsSql(table, rows)
      : [
          keySql(
            table,
            rows.keys.map((key) => keyValues(table, key)),
          ),
        ]
  if (action.kind === 'delete') return { conditions, set: undefined }
  const column = findColumn(table, action.column)
  const isDefault = action.to.kind === 'default'
  if (column.is_generated || (column.identity === 'always' && !isDefault))
    throw generatedAlways(column.name, 'update')
  const { to } = action
  if (to.kind === 'value') parseAssignments(table, { [column.name]: to.value }, 'update')
  if (to.kind === 'expression' && !canCompute(column, to.expression))
    throw expressionUnavailable(column.name, to.expression)
  return { conditions, set: { column, to } }
}

const canCompute = (column: ShapeColumn, expression: BulkExpression): boolean =>
  bulkExpressionsFor(column.base_type, column.category).includes(expression)

/** The statement of the change: with bound values for Postgres, or printed for a person. */
export function bulkStatement(
  table: TableShape,
  { conditions, set }: BulkTarget,
  form: 'bound' | 'printed' = 'bound',
): Sql {
  const where = form === 'bound' ? whereSql(conditions) : withLiterals(whereSql(conditions))
  if (set === undefined) return sql`delete from ${tableSql(table)} ${where}`
  const put = form === 'bound' ? bindAs : printAs
  const value = valueSql(set.column, set.to, put)
  return sql`update ${tableSql(table)} set ${ident(set.column.name)} = ${value} ${where}`
}

function valueSql(column: ShapeColumn, to: BulkValue, put: typeof printAs): Sql {
  if (to.kind === 'value') return put(column, to.value)
  if (to.kind === 'null') return sql`null`
  if (to.kind === 'default') return sql`default`
  return EXPRESSIONS[to.expression](ident(column.name))
}

const EXPRESSIONS: Readonly<Record<BulkExpression, (column: Sql) => Sql>> = {
  now: () => sql`pg_catalog.now()`,
  random_uuid: () => sql`pg_catalog.gen_random_uuid()`,
  lower: (column) => sql`pg_catalog.lower(${column}::text)`,
  upper: (column) => sql`pg_catalog.upper(${column}::text)`,
  trim: (column) => sql`pg_catalog.btrim(${column}::text, E' \\t\\r\\n')`,
  not: (column) => sql`not ${column}`,
  negate: (column) => sql`- ${column}`,
}

/** The cells of a row that an undo restores. */
export const restoredColumns = (table: TableShape, { set }: BulkTarget): readonly ShapeColumn[] =>
  set === undefined ? table.columns : [set.column]

/** `returning` has the rows before the change since this version. */
const RETURNS_OLD_SINCE = 180_000

/**
 * Counts the rows and the bytes that an undo would need, at most one row more than it can have, and
 * says whether this version of Postgres returns them.
 */
export function measureSql(table: TableShape, target: BulkTarget): Sql {
  const sizes = restoredColumns(table, target)
    .filter((column) => column.is_long)
    .map(
      ({ name }) => sql`coalesce(octet_length(pg_catalog.format('%s', ${ident(name)})), 0)::bigint`,
    )
  const size = sizes.length === 0 ? sql`0` : joinSql(sizes, ' + ')
  return sql`
    select count(*)::float8 as rows, coalesce(sum(size), 0)::float8 as bytes,
      current_setting('server_version_num')::int >= ${RETURNS_OLD_SINCE}::int as returns_old
    from (
      select ${size} as size from ${tableSql(table)} ${whereSql(target.conditions)}
      limit ${MAX_UNDO_ROWS + 1}::int
    ) measured`
}

/**
 * Makes the statement return each row's key and cells, before and after. The names of the two rows
 * are explicit, because a table can be named `old` too.
 */
export function undoSql(table: TableShape, target: BulkTarget): Sql {
  const part = (row: Sql) =>
    [...table.primaryKey, ...restoredColumns(table, target)].map(
      ({ name }) => sql`${row}.${ident(name)}`,
    )
  const before = part(sql`row_before`)
  const after = target.set === undefined ? [] : part(sql`row_after`)
  return sql`
    ${bulkStatement(table, target)}
    returning with (old as row_before, new as row_after) ${joinSql([...before, ...after])}`
}
