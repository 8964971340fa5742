import { AppError } from '../../lib/errors.ts'
import { dataApiDisabled } from '../../project/refusals.ts'
import { invalidToken } from '../../project/resolve-caller.ts'

export type RefusalOptions = {
  readonly status: number
  readonly details?: unknown
  readonly hint?: string
  /** Seconds. */
  readonly retryAfter?: number
}

/**
 * An error in PostgREST's format: `{ code, message, details, hint }`, with null for absent fields.
 */
export const refusal = (code: string, message: string, options: RefusalOptions): AppError =>
  new AppError(code, message, options)

/** PGRST100 for a syntax error in a query parameter, as opposed to one that exceeds a limit. */
export class ParseFailure extends AppError {}

export const parseFailure = (
  what: string,
  text: string,
  details: string,
  { line, column } = { line: 1, column: 1 },
): AppError =>
  new ParseFailure(
    'PGRST100',
    `"failed to parse ${what} (${shorten(text)})" (line ${line}, column ${column})`,
    { status: 400, details },
  )

/** The maximum length of a parameter in an error message and its explanation. */
export const MAX_EXPLAINED = 4000
const shorten = (text: string) =>
  text.length > MAX_EXPLAINED ? `${text.slice(0, MAX_EXPLAINED)}…` : text

export const invalidBody = (message: string): AppError =>
  refusal('PGRST102', message, { status: 400 })

export const unknownColumn = (relation: string, column: string): AppError =>
  refusal(
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
    { status: 400 },
  )

/** PGRST205; the data API reloads its schema cache before it responds with this. */
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
  dataApiDisabled('The Data API of this project is disabled.')

/** PGRST301: `Authorization: Bearer` without a token is not an anonymous request. */
export const emptyToken = (): AppError => invalidToken('Empty JWT is sent in Authorization header')

/** PGRST126: the project does not publish its OpenAPI document. */
export const rootDisabled = (): AppError =>
  refusal('PGRST126', 'Root endpoint metadata is disabled', { status: 404 })

/** PGRST101: functions accept only GET, HEAD and POST. */
export const notOnRpc = (method: string): AppError =>
  refusal('PGRST101', `Cannot use the ${method} method on RPC`, { status: 405 })

export const unsupportedMethod = (method: string): AppError =>
  refusal('PGRST117', `Unsupported HTTP method: ${method}`, { status: 405 })
