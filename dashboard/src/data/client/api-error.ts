/** A refusal of the platform, or the failure to reach it. `message` is a sentence for a person. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly code: number
  /** Stable code of the error envelope, such as `last_owner`. */
  readonly errorCode: string | undefined
  readonly requestId: string | undefined
  /** Seconds the server asked to wait. */
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

/** True for a refusal with this stable code. */
export function hasErrorCode(error: unknown, errorCode: string): error is ApiError {
  return error instanceof ApiError && error.errorCode === errorCode
}

/** The sentence of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : unknownErrorMessage(undefined)
}

/** What a report about the error should hold, one `name: value` per line. */
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
