import type { Cell } from '@stoa/contract/services/meta/cell'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { Session } from '../../postgres/database.ts'
import { findConstraints, type ConstraintParts } from './violation-queries.ts'

/** The values that a write set, by column. */
export type WrittenValues = Readonly<Record<string, Cell>>

const Details = z.object({
  sqlstate: z.enum(['23001', '23502', '23503', '23505', '23514', '23P01']),
  constraint: z.string().nullable(),
  column: z.string().nullable(),
  detail: z.string().nullable(),
  schema: z.string(),
  table: z.string(),
})
type Details = z.infer<typeof Details>

/** True for an error about a constraint of a table, which `readViolation` can explain. */
export const isConstraintViolation = (error: unknown): error is AppError =>
  error instanceof AppError && Details.safeParse(error.details).success

/**
 * The same error with a message that names column, value and table, and with the constraint's
 * columns in `details.columns`. `details.column` is the first of them. An error about a constraint
 * that cannot be found is returned unchanged. Expects the search path of the catalog.
 */
export async function readViolation(
  tx: Session,
  error: AppError,
  values: WrittenValues,
): Promise<AppError> {
  const details = Details.parse(error.details)
  const violated = await readConstraint(tx, details)
  if (violated === undefined) return error
  return new AppError(error.code, sentence(details, violated, values), {
    status: error.status,
    ...(error.hint !== undefined && { hint: error.hint }),
    details: {
      ...details,
      columns: violated.columns,
      column: details.column ?? violated.columns[0] ?? null,
    },
    cause: error.cause,
  })
}

async function readConstraint(tx: Session, details: Details): Promise<ConstraintParts | undefined> {
  const { constraint, column, schema, table } = details
  if (details.sqlstate === '23502')
    return column === null ? undefined : { columns: [column], target: null, definition: '' }
  if (constraint === null) return undefined
  const [first] = await findConstraints(tx, { schema, table, constraint })
  return first
}

function sentence(details: Details, violated: ConstraintParts, values: WrittenValues): string {
  const { sqlstate, constraint } = details
  const { columns, definition } = violated
  const table = `${details.schema}.${details.table}`
  const names = listed(columns)
  const detail = details.detail === null ? '' : ` ${details.detail}`
  if (sqlstate === '23502') return `${names} of ${table} cannot be NULL.`
  if (sqlstate === '23514') {
    const given = columns
      .map((column) => (Object.hasOwn(values, column) ? valueOf(column, values[column]) : column))
      .join(', ')
    const rule = `the check constraint "${constraint}" of ${table}: ${definition}.`
    return given === '' ? `A row violates ${rule}` : `${given} violates ${rule}`
  }
  if (sqlstate === '23505' && columns.length > 0)
    return `${names} must be unique in ${table}.${detail}`
  if (violated.target !== null) return `${names} of ${table} refers to ${violated.target}.${detail}`
  return `The constraint "${constraint}" of ${table} is violated.${detail}`
}

const LONGEST_VALUE = 80

function valueOf(column: string, value: Cell | undefined): string {
  const text = value ?? 'NULL'
  return `${column} = ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
