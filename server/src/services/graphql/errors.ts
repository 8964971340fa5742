import { GraphQLError } from 'graphql'
import { AppError } from '../../lib/errors.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'

/** One entry of a response's `errors`. */
export type ErrorEntry = {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions: {
    /** A stable code of this service, or Postgres's SQLSTATE. */
    readonly code: string
    readonly hint?: string
    readonly details?: string
  }
}

/** An error with its own code. The status of GraphQL is 200 unless another is given. */
export const refusal = (code: string, message: string, hint?: string, status = 200) =>
  new AppError(code, message, { status, ...(hint !== undefined && { hint }) })

/** A value that is valid for GraphQL's types and not for the database's. */
export const badInput = (message: string, hint: string) => refusal('bad_user_input', message, hint)

/** A document or a value that is nested too deeply. */
export const tooDeep = (
  message: string,
  hint = 'Split the operation into several with fewer levels.',
) => refusal('depth_limit', message, hint)

/** More values than one request or one statement can have. */
export const tooManyValues = (message: string, hint: string) =>
  refusal('value_limit', message, hint)

/** The errors in a request's document or variables. */
export class DocumentErrors extends Error {
  readonly code: string
  readonly errors: readonly GraphQLError[]

  constructor(code: string, errors: readonly GraphQLError[]) {
    super(errors[0]?.message ?? code)
    this.name = 'DocumentErrors'
    this.code = code
    this.errors = errors
  }
}

/** SQLSTATE of `extensions.graphql_refuse`. */
const AT_MOST = 'GQ001'

export type Rendered = { readonly status: number; readonly errors: readonly ErrorEntry[] }

/**
 * Renders an error as `errors`. The status is 200 for errors that a request causes, as in
 * pg_graphql; undefined for a bug of this service.
 */
export function renderError(error: unknown): Rendered | undefined {
  if (error instanceof DocumentErrors)
    return { status: 200, errors: error.errors.map((entry) => entryOf(entry, error.code)) }
  if (error instanceof GraphQLError)
    return { status: 200, errors: [entryOf(error, 'validation_failed')] }
  if (error instanceof AppError) {
    const { code, message, hint, status } = error
    const extensions = { code, ...(hint !== undefined && { hint }) }
    return { status, errors: [{ message, extensions }] }
  }
  if (!isDatabaseFailure(error)) return undefined
  const { code, message, detail, hint } = error
  return {
    status: code.startsWith('57P') || code.startsWith('08') ? 503 : 200,
    errors: [
      {
        message,
        extensions: {
          code: code === AT_MOST ? 'at_most_exceeded' : code,
          ...(code === AT_MOST && { hint: 'Narrow the filter, or increase atMost.' }),
          ...(hint !== undefined && { hint }),
          ...(detail !== undefined && { details: detail }),
        },
      },
    ],
  }
}

function entryOf({ message, locations, path }: GraphQLError, code: string): ErrorEntry {
  return {
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path }),
    extensions: { code },
  }
}
