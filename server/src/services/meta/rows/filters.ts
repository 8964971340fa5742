import { withoutRun } from '../../../lib/without-run.ts'
import type {
  Conditions,
  Filter,
  FilterGroup,
  FilterOperator,
} from '@stoa/contract/services/meta/rows'
import { AppError } from '../../../lib/errors.ts'
import { emptySql, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { parseList } from './list-values.ts'
import { periodSql } from './period-sql.ts'
import { bindAs, findColumn, type ShapeColumn, type TableShape } from './shape.ts'

const COMPARISONS = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  distinct: sql`is distinct from`,
  contains: sql`@>`,
}

/** Whether an operator compares two values of the column's type. */
export const isComparison = (operator: FilterOperator): boolean =>
  operator !== 'contains' && Object.hasOwn(COMPARISONS, operator)

const TESTS: ReadonlyMap<string, Sql> = new Map(
  Object.entries({
    null: sql`is null`,
    'not null': sql`is not null`,
    true: sql`is true`,
    false: sql`is false`,
  }),
)

/** 400 `invalid_filter`, naming the column. */
export const invalidFilter = (
  column: string,
  reason: string,
  hint = 'Enter a value that the type of the column accepts, or use another operator.',
) =>
  new AppError('invalid_filter', `The filter on ${column}: ${reason}`, {
    status: 400,
    hint,
    details: { column },
  })

/**
 * A filter as a condition with values bound as the column's type. 400 `unknown_column`,
 * `invalid_filter`.
 */
export function filterSql(table: TableShape, filter: Filter): Sql {
  const column = findColumn(table, filter.column)
  const name = ident(column.name)
  const { operator } = filter
  if (operator === 'not_like' || operator === 'not_ilike' || operator === 'not_in')
    return sql`not ${filterSql(table, { ...filter, operator: POSITIVE[operator] })}`
  if (operator === 'in') return inSql(column, filter.value)
  if (operator === 'has') return hasSql(column, filter.value)
  if (operator === 'during' || operator === 'before' || operator === 'after') {
    const condition = periodSql(column, { operator, value: filter.value })
    if (condition) return condition
    throw invalidFilter(
      column.name,
      `${JSON.stringify(filter.value)} is not a period${column.type_name === 'date' ? ' of days' : ''}.`,
      PERIOD_HINT,
    )
  }
  if (operator === 'is') {
    const test = TESTS.get(filter.value.trim().toLowerCase())
    if (test) return sql`${name} ${test}`
    throw invalidFilter(
      column.name,
      `"is" can’t be used with ${JSON.stringify(filter.value)}.`,
      IS_HINT,
    )
  }
  if (operator === 'like' || operator === 'ilike') checkPattern(filter)
  // A pattern is matched against the printed text of a value, whatever its type.
  if (operator === 'like') return sql`(${name}::text like ${filter.value}::text)`
  if (operator === 'ilike') return sql`(${name}::text ilike ${filter.value}::text)`
  return sql`${name} ${COMPARISONS[operator]} ${bindAs(column, filter.value)}`
}

const POSITIVE = { not_like: 'like', not_ilike: 'ilike', not_in: 'in' } as const

/** Whether an object has a key, or an array an element. */
function hasSql(column: ShapeColumn, value: string): Sql {
  const name = ident(column.name)
  // Postgres names the type of an array after that of its elements.
  if (column.type_name.startsWith('_')) {
    const element = { ...column, type_name: column.type_name.slice(1) }
    return sql`${bindAs(element, value)} = any (${name})`
  }
  return sql`pg_catalog.jsonb_exists(${name}::jsonb, ${value}::text)`
}

// Postgres rejects such a pattern only when a row matches everything before its end.
function checkPattern({ column, value }: Filter): void {
  const backslashes = value.length - withoutRun(value, '\\').length
  if (backslashes % 2 === 1)
    throw invalidFilter(column, 'a pattern cannot end with a single backslash.', 'Write two.')
}

const PERIOD_HINT = 'Write for example: today, this month, last 7 days.'

const IS_HINT = 'Use null, not null, true or false.'

function inSql(column: ShapeColumn, value: string): Sql {
  const values = parseList(value)
  if (!values) throw invalidFilter(column.name, 'the list has an unclosed double quote.', LIST_HINT)
  if (values.length > MAX_LIST)
    throw invalidFilter(column.name, `a list can have at most ${MAX_LIST} values.`, 'Use fewer.')
  if (values.length === 0) return sql`false`
  return sql`(${ident(column.name)} in (${joinSql(values.map((entry) => bindAs(column, entry)))}))`
}

const LIST_HINT = 'Write a, b, "c, d".'

/** Fifty filters with this many values stay below the 65,535 parameters of a statement. */
const MAX_LIST = 1000

/**
 * Conditions as a list that rows must match in full. 400 `unknown_column`, `invalid_filter`.
 */
export function conditionsSql(table: TableShape, { filters, match }: Conditions): Sql[] {
  const [outer, inner] = match === 'all' ? [AND, OR] : [OR, AND]
  const itemSql = (item: Filter | FilterGroup) =>
    'filters' in item
      ? joined(
          item.filters.map((filter) => filterSql(table, filter)),
          inner,
        )
      : filterSql(table, item)
  const conditions = filters.map(itemSql)
  return match === 'all' || conditions.length === 0 ? conditions : [joined(conditions, outer)]
}

const AND = ' and '
const OR = ' or '

const joined = (conditions: readonly Sql[], separator: string): Sql =>
  joinSql(
    conditions.map((condition) => sql`(${condition})`),
    separator,
  )

/** All filters as a `where` clause, empty without any. */
export function whereSql(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return emptySql
  return sql`where ${joined(conditions, AND)}`
}
