import { emptySql, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { badInput } from '../errors.ts'
import type { Column, Table } from '../model/model.ts'
import { listed } from '../request/listed.ts'
import type { Arguments } from './compile-context.ts'
import { decodeKey } from './keys.ts'
import type { Source } from './source.ts'
import { comparable, encodeKey, keyElement } from './values.ts'

/** One column of an order. */
export type OrderTerm = {
  readonly column: Column
  readonly isDescending: boolean
  readonly isNullsFirst: boolean
}

/**
 * The requested order, followed by the primary key so that it is total and a cursor identifies one
 * position. Several fields in one entry are sorted in the order in which they were written.
 */
export function orderOf(
  { orderBy }: Arguments,
  { columns, primaryKey }: Table,
  written: readonly (readonly string[])[],
): readonly OrderTerm[] {
  const terms = listed(orderBy).flatMap((entry, at): OrderTerm[] => {
    const place = (field: string) => written[at]?.indexOf(field) ?? 0
    const given = Object.entries(entry ?? {}).filter(([, value]) => typeof value === 'string')
    const inOrder = given.toSorted(([left], [right]) => place(left) - place(right))
    return inOrder.flatMap(([field, direction]) => {
      const column = columns.find((candidate) => candidate.field === field)
      if (!column || typeof direction !== 'string') return []
      const isDescending = direction.startsWith('Desc')
      return [{ column, isDescending, isNullsFirst: direction.endsWith('First') }]
    })
  })
  // A repeated column sorts nothing further, and a request could repeat one without end.
  const first = terms.filter(({ column }, at) => isFirst(column, at, terms))
  // This includes columns named above, because a cursor always ends with the key.
  const key = primaryKey.map((column) => ({ column, isDescending: false, isNullsFirst: false }))
  return [...first, ...key]
}

const isFirst = (column: Column, at: number, terms: readonly OrderTerm[]) =>
  terms.findIndex((term) => term.column === column) === at

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
      // Postgres's own default is left out, so that an index of the column can be used.
      const isDefault = column.isNotNull || isDescending === isNullsFirst
      const nulls = isNullsFirst ? sql` nulls first` : sql` nulls last`
      return sql`${source.column(column.name)}${direction}${isDefault ? emptySql : nulls}`
    }),
  )

/** A row's position in the order: base64 of its values. */
export const cursorSql = (terms: readonly OrderTerm[], source: Source): Sql =>
  encodeKey(terms.map(({ column }) => keyElement(source.column(column.name), column)))

/** The condition that rows come after a cursor. Rejects a cursor of another order. */
export function behindSql(cursor: string, terms: readonly OrderTerm[], source: Source): Sql {
  const key = decodeKey(cursor)
  // A repeated column counts where it is named first.
  const least = terms.findLastIndex(({ column }, at) => isFirst(column, at, terms)) + 1
  if (!key || key.list.length > terms.length || key.list.length < least)
    throw badInput(
      'The cursor does not match this collection and sort order.',
      'Use a cursor from a page with the same orderBy.',
    )
  const said = terms.slice(0, key.list.length)
  // From the last column to the first: after the cursor in this column, or equal in it and after in
  // the next.
  return said.reduceRight<Sql>(
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
