import { GraphQLError } from 'graphql'
import { AppError } from '../../lib/errors.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'

/** One entry of an answer's `errors`. */
export type ErrorEntry = {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions: {
    /** Stable: a word of ours, or Postgres's SQLSTATE. */
    readonly code: string
    readonly hint?: string
    readonly details?: string
  }
}

/** A refusal that names a code of its own; GraphQL's status is 200 unless said otherwise. */
export const refusal = (code: string, message: string, hint?: string, status = 200) =>
  new AppError(code, message, { status, ...(hint !== undefined && { hint }) })

/** A value of the request that GraphQL's types let through and the database's would not. */
export const badInput = (message: string, hint?: string) => refusal('bad_user_input', message, hint)

/** Several errors of one request: what is wrong with its document or its variables. */
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
 * An error as an answer's `errors`. What a request brings about itself is 200, as with pg_graphql;
 * undefined for a fault of ours.
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
          ...(code === AT_MOST && { hint: 'Narrow the filter, or allow more with atMost.' }),
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
