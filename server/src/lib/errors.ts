export type AppErrorOptions = {
  status: number
  /** The next step, in a sentence for a person. */
  hint?: string
  details?: unknown
  /** Seconds after which the same request may succeed; becomes the Retry-After header. */
  retryAfter?: number
  cause?: unknown
}

/**
 * An expected error: `code` is stable, `message` is a sentence for a person. Any other error is a
 * bug, answered with 500 and a neutral sentence.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string | undefined
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(code: string, message: string, options: AppErrorOptions) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = options.status
    this.hint = options.hint
    this.details = options.details
    this.retryAfter = options.retryAfter
  }
}

/**
 * Whether an error belongs in the server log. Errors that a client only has to retry do not: every
 * request gets one while the server starts or a database recovers.
 */
export const isFault = ({ status, retryAfter }: AppError): boolean =>
  status >= 500 && retryAfter === undefined
