import type { ConstraintDefinition } from '@stoa/contract/services/meta/constraints'
import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { nameList } from './column-sql.ts'
import { partSql } from './constraint-sql.ts'
import { parseExpression } from './expression.ts'
import { checkName } from './names.ts'

export type CheckedTable = Pick<TableSummary, 'schema' | 'name'> & {
  readonly columns: readonly string[]
  readonly primary_key: readonly string[]
}

/** A query that finds the rows that break a constraint, and the names of its columns. */
export type BrokenRowsQuery = { readonly columns: readonly string[]; readonly query: Sql }

/** The queries of a constraint: a primary key can be broken by NULLs and by duplicates. */
export function brokenRowsQueries(
  table: CheckedTable,
  constraint: ConstraintDefinition,
): readonly BrokenRowsQuery[] {
  switch (constraint.kind) {
    case 'primary_key':
      return [
        nullRows(table, constraint.columns),
        duplicates(table, constraint.columns, 'distinct'),
      ]
    case 'unique': {
      const nulls = constraint.nulls_not_distinct ? 'not distinct' : 'distinct'
      return [duplicates(table, constraint.columns, nulls)]
    }
    case 'check':
      return [failingCheck(table, constraint.expression)]
    case 'foreign_key':
      return [orphans(table, constraint)]
    case 'exclusion':
      return exclusions(table, constraint)
  }
}

type ColumnRules = {
  readonly is_nullable?: boolean | undefined
  readonly is_unique?: boolean | undefined
}

/** The queries for a column that is to be NOT NULL or unique. */
export const brokenByColumn = (
  table: CheckedTable,
  column: string,
  { is_nullable: isNullable, is_unique: isUnique }: ColumnRules,
): readonly BrokenRowsQuery[] => [
  ...(isNullable === false ? [nullRows(table, [column])] : []),
  ...(isUnique === true ? [duplicates(table, [column], 'distinct')] : []),
]

/** Rows without a value in a column that may not be NULL. */
function nullRows(table: CheckedTable, columns: readonly string[]): BrokenRowsQuery {
  const isNull = columns.map((name) => sql`${ident(checkName(name))} is null`)
  return rowsOf(table, { involved: columns, condition: joinSql(isNull, ' or ') })
}

function duplicates(
  table: CheckedTable,
  columns: readonly string[],
  nulls: 'distinct' | 'not distinct',
): BrokenRowsQuery {
  const isPresent = columns.map((name) => sql`${ident(checkName(name))} is not null`)
  const where = nulls === 'distinct' ? sql`\nwhere ${joinSql(isPresent, ' and ')}` : emptySql
  return {
    columns: [...columns, 'rows'],
    query: sql`select ${nameList(columns)}, count(*) as "rows"
from ${ident(table.schema, table.name)}${where}
group by ${nameList(columns)}
having count(*) > 1`,
  }
}

function failingCheck(table: CheckedTable, expression: string): BrokenRowsQuery {
  const text = expression.toLowerCase()
  const involved = table.columns.filter((name) => text.includes(name.toLowerCase()))
  return rowsOf(table, { involved, condition: sql`${parseExpression(expression)} is false` })
}

type ForeignKey = Extract<ConstraintDefinition, { kind: 'foreign_key' }>

function orphans(table: CheckedTable, key: ForeignKey): BrokenRowsQuery {
  const own = key.columns.map((name) => sql`t.${ident(checkName(name))}`)
  const pairs = key.target_columns.map(
    (name, at) => sql`r.${ident(checkName(name))} = ${own[at] ?? emptySql}`,
  )
  // MATCH FULL also refuses a key that is NULL only in part.
  const isChecked = own.map((column) => sql`${column} is not null`)
  const target = ident(checkName(key.target_schema), checkName(key.target_table))
  return rowsOf(table, {
    involved: key.columns,
    alias: 't',
    condition: sql`(${joinSql(isChecked, key.match === 'full' ? ' or ' : ' and ')})
  and not exists (
    select from ${target} as r where ${joinSql(pairs, ' and ')}
  )`,
  })
}

type Exclusion = Extract<ConstraintDefinition, { kind: 'exclusion' }>

/** Pairs of rows; only columns can be named for both sides, so expressions are left to Postgres. */
function exclusions(table: CheckedTable, exclusion: Exclusion): readonly BrokenRowsQuery[] {
  const { elements, condition } = exclusion
  if (condition !== null || elements.some(({ part }) => part.kind === 'expression')) return []
  const names = elements.flatMap(({ part }) => (part.kind === 'column' ? [part.name] : []))
  const shown = [...new Set([...table.primary_key, ...names])]
  const matches = elements.map(({ part, operator }) => {
    const column = partSql(part)
    return sql`a.${column} ${rawSql(operator)} b.${column}`
  })
  const name = ident(table.schema, table.name)
  return [
    {
      columns: shown.flatMap((column) => [column, `other ${column}`]),
      query: sql`select ${joinSql(shown.map((column) => sql`a.${ident(column)}, b.${ident(column)}`))}
from ${name} as a
join ${name} as b on a.ctid < b.ctid and ${joinSql(matches, ' and ')}`,
    },
  ]
}

type Rows = {
  readonly involved: readonly string[]
  readonly condition: Sql
  readonly alias?: 't'
}

/** Rows with their primary key, or their place in the table if there is none. */
function rowsOf(table: CheckedTable, { involved, condition, alias }: Rows): BrokenRowsQuery {
  const identity = table.primary_key.length > 0 ? table.primary_key : ['ctid']
  const columns = [...new Set([...identity, ...involved])]
  const prefix = alias === undefined ? emptySql : sql`${rawSql(alias)}.`
  const as = alias === undefined ? emptySql : sql` as ${rawSql(alias)}`
  const list = columns.map((name) => sql`${prefix}${ident(checkName(name))}`)
  return {
    columns,
    query: sql`select ${joinSql(list)}
from ${ident(table.schema, table.name)}${as}
where ${condition}`,
  }
}

/** The first rows of a query as texts of limited length. */
export function firstRowsSql({ columns, query }: BrokenRowsQuery, count: number, length: number) {
  const aliases = columns.map((_, at) => ident(`c${at + 1}`))
  const texts = aliases.map((alias) => sql`left(${alias}::text, ${length}::int)`)
  return sql`
    select array[${joinSql(texts)}] as cells
    from (${query}) as broken (${joinSql(aliases)})
    limit ${count}::int`
}
