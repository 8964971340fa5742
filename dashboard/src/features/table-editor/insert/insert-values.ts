import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { errorMessage } from '../../../data/client/api-error.ts'
import { errorColumns } from '../../../data/resources/services/meta/rows.ts'
import { cellInputOf, cellOf, inputProblem } from '../cells/cell-input.ts'
import { defaultOf } from '../cells/default-value.ts'
import { isSettable } from '../cells/settable.ts'

/** The user's input for one column of a new row. */
export type FieldState =
  | { readonly kind: 'default' }
  | { readonly kind: 'null' }
  | { readonly kind: 'value'; readonly text: string }

export type Fields = Readonly<Record<string, FieldState>>

/** True if a row cannot be inserted without a value for the column. */
export const isRequired = (column: Column): boolean =>
  !column.is_nullable && defaultOf(column).kind === 'none'

/** Required columns first, in the table's order within each group. */
export function insertGroups(columns: readonly Column[]) {
  const settable = columns.filter(isSettable)
  return {
    required: settable.filter(isRequired),
    optional: settable.filter((column) => !isRequired(column)),
  }
}

/**
 * The initial state: every column has its default. A required text column is not empty text until
 * the user edits it.
 */
export const emptyFields = (columns: readonly Column[]): Fields =>
  Object.fromEntries(columns.filter(isSettable).map(({ name }) => [name, { kind: 'default' }]))

/** The problems by column; empty if the row can be sent. */
export function insertProblems(columns: readonly Column[], fields: Fields): Record<string, string> {
  const problems = columns.filter(isSettable).flatMap((column) => {
    const field = fields[column.name]
    if (field?.kind === 'value') {
      const problem = inputProblem(column, field.text)
      return problem === undefined ? [] : [[column.name, problem]]
    }
    return isRequired(column) ? [[column.name, 'Enter a value.']] : []
  })
  return Object.fromEntries(problems)
}

/** The columns to send; columns left at their default are omitted. */
export function insertValues(columns: readonly Column[], fields: Fields): Record<string, Cell> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const field = fields[column.name]
      if (field === undefined || field.kind === 'default') return []
      const value = field.kind === 'null' ? null : cellOf(cellInputOf(column), field.text)
      return [[column.name, value]]
    }),
  )
}

/**
 * A server error by column: at the first column it names that has a field; empty if there is none.
 * An error about another table, such as one that a trigger writes to, belongs to no field.
 */
export function serverProblems(
  table: Pick<TableDetail, 'name' | 'kind' | 'columns'>,
  error: unknown,
): Record<string, string> {
  const about = errorColumns(error)
  const isElsewhere =
    about.table !== undefined && about.table !== table.name && table.kind !== 'partitioned_table'
  if (isElsewhere) return {}
  const column = table.columns.find(
    (other) => isSettable(other) && about.columns.includes(other.name),
  )
  return column === undefined ? {} : { [column.name]: errorMessage(error) }
}

/**
 * The fields of a copy of a row. Its key and other unique values are left to their defaults where
 * there are any, because two rows cannot have the same.
 */
export function duplicateFields(
  { columns, primary_key: key }: Pick<TableDetail, 'columns' | 'primary_key'>,
  valueOf: (column: string) => Cell,
): Fields {
  return Object.fromEntries(
    columns.filter(isSettable).map((column): [string, FieldState] => {
      const isKey = key.includes(column.name) || column.is_unique
      if (isKey && defaultOf(column).kind !== 'none') return [column.name, { kind: 'default' }]
      const value = valueOf(column.name)
      return [column.name, value === null ? { kind: 'null' } : { kind: 'value', text: value }]
    }),
  )
}
