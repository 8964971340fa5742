/**
 * An error response of the platform, or a failure to reach it. `message` is a sentence for a
 * person.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** The HTTP status, or 0 without a response. */
  readonly code: number
  /** The stable code of the error envelope, such as `last_owner`. */
  readonly errorCode: string | undefined
  readonly requestId: string | undefined
  /** The number of seconds to wait that the server asked for. */
  readonly retryAfter: number | undefined
  readonly details: unknown
  readonly hint: string | undefined

  constructor(message: string, fields: ApiErrorFields) {
    super(message)
    this.code = fields.code
    this.errorCode = fields.errorCode
    this.requestId = fields.requestId
    this.retryAfter = fields.retryAfter
    this.details = fields.details
    this.hint = fields.hint
  }
}

export type ApiErrorFields = {
  code: number
  errorCode?: string | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  details?: unknown
  hint?: string | undefined
}

export const UNREACHABLE =
  'Unable to reach the server. Please check your network or try again later.'
export const DEFAULT_API_MESSAGE = 'API error happened while trying to communicate with the server.'
export const unknownErrorMessage = (status: number | undefined) =>
  `An error has occurred: ${status ?? 'Unknown error'}`

/** True for an error response with this stable code. */
export function hasErrorCode(error: unknown, errorCode: string): error is ApiError {
  return error instanceof ApiError && error.errorCode === errorCode
}

/** A readable message for any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : unknownErrorMessage(undefined)
}

/** Details for a report about the error, one `name: value` per line. */
export function errorDetails(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? (error.stack ?? '') : ''
  const lines = [
    `message: ${error.message}`,
    error.code > 0 && `status: ${error.code}`,
    error.errorCode && `code: ${error.errorCode}`,
    error.requestId && `request id: ${error.requestId}`,
  ]
  return lines.filter(Boolean).join('\n')
}
