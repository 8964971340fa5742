import type { Cell } from '@stoa/contract/services/meta/cell'
import { AppError } from '../../../lib/errors.ts'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Probe } from './blame.ts'
import { bindAs, type ShapeColumn, type TableShape } from './shape.ts'

export type Key = Readonly<Record<string, Cell>>

/**
 * The key's values in the primary key's order. 400 `no_primary_key` for a relation without one; 400
 * `invalid_key` unless the key names exactly the primary key's columns, each with a value.
 */
export function keyValues(table: TableShape, key: Key): string[] {
  const names = table.primaryKey.map((column) => column.name)
  if (names.length === 0)
    throw new AppError('no_primary_key', `${table.name} has no primary key.`, {
      status: 400,
      hint: 'Add a primary key to edit rows here, or use the SQL editor.',
    })
  const values = names.map((name) => (Object.hasOwn(key, name) ? key[name] : undefined))
  if (
    Object.keys(key).length === names.length &&
    values.every((value) => typeof value === 'string')
  )
    return values
  throw new AppError('invalid_key', `The primary key of ${table.name} is ${names.join(', ')}.`, {
    status: 400,
    hint: 'Send a value for each of these columns and no others.',
    details: { primary_key: names },
  })
}

/** The condition for one row, or for one of several. */
export function keySql(table: TableShape, keys: readonly (readonly string[])[]): Sql {
  const names = joinSql(table.primaryKey.map((column) => ident(column.name)))
  const tuples = keys.map((values) => sql`(${joinSql(bindKey(table, values))})`)
  return sql`(${names}) in (${joinSql(tuples)})`
}

/** The key's values, each bound as its column's type. */
export const bindKey = (table: TableShape, values: readonly string[]): Sql[] =>
  table.primaryKey.map((column, index) => bindAs(column, values[index] ?? null))

/** Finds the value of a key that is invalid for its column's type. */
export const keyProbes = (table: TableShape, keys: readonly (readonly string[])[]): Probe[] =>
  keys.flatMap((values) =>
    table.primaryKey.map((column, index) => ({
      code: 'invalid_key',
      column: column.name,
      statement: sql`select ${bindAs(column, values[index] ?? null)}`,
    })),
  )

/** Finds the value of a new row that is invalid for its column's type. */
export const valueProbes = (values: readonly (readonly [ShapeColumn, Cell])[]): Probe[] =>
  values.map(([column, value]) => ({
    column: column.name,
    statement: sql`select ${bindAs(column, value)}`,
  }))
