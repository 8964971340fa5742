import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { BulkValue } from '@stoa/contract/services/meta/bulk-changes'
import {
  bulkExpressionsFor,
  type BulkExpression,
} from '@stoa/contract/services/meta/bulk-expressions'
import { cellInputOf, cellOf, inputProblem } from '../cells/cell-input.ts'
import { isSettable } from '../cells/settable.ts'

/** The new value of a column: a typed one, NULL, the default, or one that Postgres computes. */
export type BulkChoice = 'value' | 'null' | 'default' | BulkExpression

const EXPRESSIONS: Readonly<Record<BulkExpression, string>> = {
  now: 'Current time',
  random_uuid: 'A new random UUID per row',
  lower: 'The value in lower case',
  upper: 'The value in upper case',
  trim: 'The value without spaces at its ends',
  not: 'The opposite value',
  negate: 'The value with the opposite sign',
}

/** The columns that a bulk change can set. */
export const bulkColumns = (columns: readonly Column[]): Column[] => columns.filter(isSettable)

/** The choices for a column, in words. */
export function bulkChoices(column: Column): { value: BulkChoice; label: string }[] {
  return [
    { value: 'value', label: 'A value' },
    ...(column.is_nullable ? [{ value: 'null' as const, label: 'NULL' }] : []),
    ...(column.default_value === null ? [] : [{ value: 'default' as const, label: 'Default' }]),
    ...bulkExpressionsFor(column.base_type, column.category).map((expression) => ({
      value: expression,
      label: EXPRESSIONS[expression],
    })),
  ]
}

/** The value to send, or why the typed one is invalid. */
export function bulkValue(
  column: Column,
  { choice, text }: { choice: BulkChoice; text: string },
): { to: BulkValue } | { problem: string } {
  if (choice === 'null' || choice === 'default') return { to: { kind: choice } }
  if (choice !== 'value') return { to: { kind: 'expression', expression: choice } }
  const problem = inputProblem(column, text)
  if (problem !== undefined) return { problem }
  const value = cellOf(cellInputOf(column), text)
  return { to: value === null ? { kind: 'null' } : { kind: 'value', value } }
}
