import type { BrokenRows } from '@stoa/contract/services/meta/constraints'
import { AppError } from '../../../lib/errors.ts'

/** 400: a foreign key whose sides have different numbers of columns. */
export const unequalSides = (target: string) =>
  new AppError(
    'invalid_foreign_key',
    `A foreign key to ${target} needs the same number of columns on both sides.`,
    { status: 400, hint: 'Select one column of that table for each column of this one.' },
  )

type Typed = { readonly column: string; readonly type: string }

/** 400: a foreign key between columns that cannot be compared. */
export const unlikeTypes = (own: Typed, target: Typed) =>
  new AppError(
    'foreign_key_types',
    `${own.column} has the type ${own.type}, but ${target.column} has the type ${target.type}.`,
    { status: 400, hint: 'Change the type of one of them, so that both are the same.' },
  )

/** 400: a foreign key to columns that can have the same values in several rows. */
export const targetNotUnique = (target: string, columns: readonly string[]) =>
  new AppError(
    'foreign_key_target',
    `${target} has no primary key or unique constraint on exactly ${columns.join(', ')}.`,
    {
      status: 400,
      hint: 'Add a unique constraint to those columns first, or reference the primary key.',
    },
  )

/** 404: a constraint of a table, by its oid. */
export const constraintNotFound = () =>
  new AppError(
    'constraint_not_found',
    'This constraint does not exist. It may have been deleted.',
    {
      status: 404,
      hint: 'Reload the definition of the table.',
    },
  )

/** 409: rows that are in the table already break a new constraint. */
export const rowsBreakConstraint = (reason: string, broken: BrokenRows, cause: unknown) =>
  new AppError('rows_break_constraint', `${reason} ${namesOf(broken)}`, {
    status: 409,
    hint: 'Correct these rows, then add the constraint. details.sql finds all of them.',
    details: broken,
    cause,
  })

const NAMED = 3

function namesOf({ columns, rows, has_more: hasMore }: BrokenRows): string {
  const named = rows
    .slice(0, NAMED)
    .map((row) => `(${columns.map((column, at) => `${column}: ${row[at] ?? 'NULL'}`).join(', ')})`)
  const isCut = hasMore || rows.length > named.length
  return `${named.join(', ')}${isCut ? ', and more' : ''}.`
}

/** 400: a copy of a view, a foreign table or a partitioned table. */
export const notATable = () =>
  new AppError('not_a_table', 'Only ordinary tables can be duplicated.', {
    status: 400,
    hint: 'Copy its SQL, change the name, and run it in the SQL editor.',
  })
