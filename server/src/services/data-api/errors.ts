import { AppError } from '../../lib/errors.ts'

export type RefusalOptions = {
  readonly status: number
  readonly details?: unknown
  readonly hint?: string
}

/** A refusal in PostgREST's dialect: `{ code, message, details, hint }`, absent ones null. */
export const refusal = (code: string, message: string, options: RefusalOptions): AppError =>
  new AppError(code, message, options)

/** PGRST100: a query parameter that does not parse. */
export const parseFailure = (what: string, text: string, details: string, column = 1): AppError =>
  refusal('PGRST100', `"failed to parse ${what} (${shorten(text)})" (line 1, column ${column})`, {
    status: 400,
    details,
  })

/** Whole addresses are not repeated in their own refusal. */
const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export const invalidBody = (message: string): AppError =>
  refusal('PGRST102', message, { status: 400 })

export const unknownColumn = (
  relation: string,
  column: string,
  suggestion: string | undefined,
): AppError =>
  refusal(
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
    {
      status: 400,
      ...(suggestion !== undefined && { hint: `Perhaps you meant the column '${suggestion}'` }),
    },
  )

/** PGRST205; the data API reads its schema cache again before it answers this. */
export const unknownTable = (schema: string, name: string, suggestion?: string): AppError =>
  refusal('PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    status: 404,
    ...(suggestion !== undefined && {
      hint: `Perhaps you meant the table '${schema}.${suggestion}'`,
    }),
  })

export const singularity = (count: number): AppError =>
  refusal('PGRST116', 'Cannot coerce the result to a single JSON object', {
    status: 406,
    details: `The result contains ${count} rows`,
  })

/** The project's members have switched the API off. */
export const switchedOff = (): AppError =>
  refusal('data_api_disabled', 'The Data API of this project is switched off.', {
    status: 403,
    hint: 'A member of the project can switch it on in its settings, under Data API.',
  })

/** PGRST126: the project keeps its OpenAPI document to itself. */
export const rootDisabled = (): AppError =>
  refusal('PGRST126', 'Root endpoint metadata is disabled', { status: 404 })

export const unsupportedMethod = (method: string): AppError =>
  refusal('PGRST117', `Unsupported HTTP method: ${method}`, { status: 405 })
