import { emptySql, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { badInput } from '../errors.ts'
import type { Column, Table } from '../model/model.ts'
import { decodeKey } from './keys.ts'
import type { Source } from './source.ts'
import { comparable, encodeKey, keyElement } from './values.ts'

/** One column rows are put in order by. */
export type OrderTerm = {
  readonly column: Column
  readonly isDescending: boolean
  readonly isNullsFirst: boolean
}

/** The order asked for, ended by the primary key so that it is total and a cursor names one place. */
export function orderOf(orderBy: unknown, { columns, primaryKey }: Table): readonly OrderTerm[] {
  const entries: readonly unknown[] = Array.isArray(orderBy) ? orderBy : []
  const terms = entries.flatMap((entry): OrderTerm[] => {
    const given = Object.entries(entry ?? {}).filter(([, value]) => typeof value === 'string')
    if (given.length > 1)
      throw badInput(
        'An entry of orderBy names several fields, and which comes first is not said.',
        'Give each field an entry of its own.',
      )
    return given.flatMap(([field, direction]) => {
      const column = columns.find((candidate) => candidate.field === field)
      if (!column || typeof direction !== 'string') return []
      const isDescending = direction.startsWith('Desc')
      return [{ column, isDescending, isNullsFirst: direction.endsWith('First') }]
    })
  })
  // A column named again orders nothing further, and a request could name one without end.
  const first = terms.filter(
    (term, at) => terms.findIndex(({ column }) => column === term.column) === at,
  )
  const rest = primaryKey.filter((column) => !terms.some((term) => term.column === column))
  return [...first, ...rest.map((column) => ({ column, isDescending: false, isNullsFirst: false }))]
}

export const reversed = (terms: readonly OrderTerm[]): readonly OrderTerm[] =>
  terms.map(({ column, isDescending, isNullsFirst }) => ({
    column,
    isDescending: !isDescending,
    isNullsFirst: !isNullsFirst,
  }))

export const orderSql = (terms: readonly OrderTerm[], source: Source): Sql =>
  joinSql(
    terms.map(({ column, isDescending, isNullsFirst }) => {
      const direction = isDescending ? sql` desc` : emptySql
      // Postgres's own default is left unsaid: then an index of the column serves.
      const isDefault = column.isNotNull || isDescending === isNullsFirst
      const nulls = isNullsFirst ? sql` nulls first` : sql` nulls last`
      return sql`${source.column(column.name)}${direction}${isDefault ? emptySql : nulls}`
    }),
  )

/** A row's place in the order: base64 of its values. */
export const cursorSql = (terms: readonly OrderTerm[], source: Source): Sql =>
  encodeKey(terms.map(({ column }) => keyElement(source.column(column.name), column)))

/**
 * The condition that rows lie behind a cursor in the order. Refuses a cursor that is not of this
 * order.
 */
export function behindSql(cursor: string, terms: readonly OrderTerm[], source: Source): Sql {
  const key = decodeKey(cursor)
  if (!key || key.list.length !== terms.length)
    throw badInput(
      'The cursor is not one of this collection in this order.',
      'Take it from a page with the same orderBy.',
    )
  // From the last column to the first: behind in this one, or equal here and behind in the next.
  return terms.reduceRight<Sql>(
    (further, term, index) => {
      const { column, isDescending, isNullsFirst } = term
      const left = comparable(source.column(column.name), column.type)
      if (key.list[index] === null) {
        const behind = isNullsFirst ? sql`${left} is not null or ` : emptySql
        return sql`(${behind}${left} is null and ${further})`
      }
      const value = key.value(index, column)
      const sign = isDescending ? sql`<` : sql`>`
      const nulls = isNullsFirst || column.isNotNull ? emptySql : sql`${left} is null or `
      return sql`(${nulls}${left} ${sign} ${value} or ${left} = ${value} and ${further})`
    },
    sql`false`,
  )
}
