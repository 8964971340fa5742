import { joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import { badInput } from '../errors.ts'
import type { Column, Table, ValueType } from '../model/model.ts'
import { listed } from '../request/listed.ts'
import { nodeIdWhere } from './keys.ts'
import type { Source } from './source.ts'
import { bindCompared, bindComparedList, comparable } from './values.ts'

type Scope = { readonly table: Table; readonly source: Source; readonly role: RoleSchema }

/**
 * A filter as a condition; undefined if it restricts nothing: an empty filter, `null`, and one
 * whose variables were left out. A comparison with `null` follows SQL and matches nothing.
 */
export function filterSql(filter: unknown, scope: Scope): Sql | undefined {
  if (!isInput(filter)) return undefined
  const parts = Object.entries(filter).flatMap(
    ([field, value]) => partSql(field, value, scope) ?? [],
  )
  return combine(parts, ' and ')
}

function partSql(field: string, value: unknown, scope: Scope): Sql | undefined {
  if (value === null || value === undefined) return undefined
  const column = scope.table.columns.find((entry) => entry.field === field)
  if (column) return columnSql(column, value, scope)
  if (field === 'and' || field === 'or') {
    const inner = listed(value).flatMap((entry) => filterSql(entry, scope) ?? [])
    return combine(inner, field === 'and' ? ' and ' : ' or ')
  }
  if (field === 'not') {
    const inner = filterSql(value, scope)
    return inner && sql`not (${inner})`
  }
  return isInput(value) && field === 'nodeId' ? nodeIdSql(value, scope) : undefined
}

function columnSql(column: Column, value: unknown, scope: Scope): Sql | undefined {
  if (!isInput(value)) return undefined
  const left = comparable(scope.source.column(column.name), column.type)
  const tests = Object.entries(value).flatMap(([operator, operand]) =>
    operand === undefined ? [] : [compare(left, operator, { operand, type: column.type })],
  )
  return combine(tests, ' and ')
}

function nodeIdSql({ eq }: Input, { table, source }: Scope): Sql | undefined {
  if (eq === undefined) return undefined
  return typeof eq === 'string' ? nodeIdWhere(eq, table)(source) : sql`false`
}

const SIGNS: ReadonlyMap<string, Sql> = new Map(
  Object.entries({
    eq: sql`=`,
    neq: sql`<>`,
    gt: sql`>`,
    gte: sql`>=`,
    lt: sql`<`,
    lte: sql`<=`,
    like: sql`like`,
    ilike: sql`ilike`,
    regex: sql`~`,
    iregex: sql`~*`,
    contains: sql`@>`,
    containedBy: sql`<@`,
    overlaps: sql`&&`,
  }),
)

type Operand = { readonly operand: unknown; readonly type: ValueType }

function compare(left: Sql, operator: string, { operand, type }: Operand): Sql {
  if (operator === 'is') return isNull(left, operand)
  if (operator === 'in') return isIn(left, operand, type)
  const right = bindCompared(operand, type)
  if (operator === 'startsWith')
    return sql`starts_with(${left}::pg_catalog.text, ${right}::pg_catalog.text)`
  const sign = SIGNS.get(operator)
  if (!sign)
    throw badInput(
      `The operator ${operator} does not exist.`,
      'Use an operator that the schema lists for the type of the column.',
    )
  return sql`${left} ${sign} ${right}`
}

function isNull(left: Sql, operand: unknown): Sql {
  if (operand === null) return sql`false`
  return operand === 'NULL' ? sql`${left} is null` : sql`${left} is not null`
}

function isIn(left: Sql, operand: unknown, type: ValueType): Sql {
  const list = bindComparedList(operand, type)
  if (list) return sql`${left} = any (${list})`
  const values = listed(operand)
  if (values.length === 0) return sql`false`
  return sql`${left} in (${joinSql(values.map((value: unknown) => bindCompared(value, type)))})`
}

type Input = Readonly<Record<string, unknown>>

const isInput = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function combine(parts: readonly Sql[], separator: ' and ' | ' or '): Sql | undefined {
  if (parts.length === 0) return undefined
  return parts.length === 1 ? parts[0] : sql`(${joinSql(parts, separator)})`
}
