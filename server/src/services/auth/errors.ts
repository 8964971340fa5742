import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { retryAfterHeader } from '../../lib/retry-after.ts'
import type { Log } from '../../lib/log.ts'
import { AppError, isFault, type AppErrorOptions } from '../../lib/errors.ts'
import { toUnavailable } from '../../postgres/unavailable.ts'

/** Since this API version, `code` is the error's stable name; before, it was the HTTP status. */
const NAMED_CODES_SINCE = '2024-01-01'
const VERSION_HEADER = 'x-supabase-api-version'

/** Creates an error with a GoTrue error code, which GoTrue's clients recognize. */
export const authError = (
  status: number,
  code: string,
  message: string,
  options: Omit<AppErrorOptions, 'status'> = {},
) => new AppError(code, message, { status, ...options })

export const validationFailed = (message: string) => authError(400, 'validation_failed', message)

/** An error in the format of OAuth 2.1, with `error` and `error_description`. */
export const oauthError = (error: string, description: string, status = 400) =>
  new AppError(error, description, { status, details: OAUTH_FORMAT })

const OAUTH_FORMAT = Symbol('error in the format of OAuth')

/** The same error for an unknown address and a wrong password, so it doesn't reveal an account. */
export const invalidCredentials = () =>
  authError(400, 'invalid_credentials', 'Invalid login credentials')

export const emailExists = () =>
  authError(422, 'email_exists', 'A user with this email address has already been registered')

/** The account's data was stored by the owner's SQL and does not fit in the server's memory. */
export const accountTooLarge = () =>
  authError(
    422,
    'account_too_large',
    'The metadata of this account is too large. Shorten it with SQL.',
  )

export const phoneExists = () =>
  authError(422, 'phone_exists', 'A user with this phone number has already been registered')

export const signUpDisabled = () =>
  authError(422, 'signup_disabled', 'Signups not allowed for this instance')

/** The same error whether or not the address has an invitation, so that it doesn't reveal one. */
export const invitationNeeded = () =>
  authError(
    422,
    'signup_disabled',
    'Sign-up requires an invitation for this email address. Open the link in the invitation, or ask for a new one.',
  )

/** Somebody else could read a session in a URL, or have requested the mail that leads to it. */
export const challengeRequired = () =>
  authError(
    400,
    'code_challenge_required',
    'Signing in here requires PKCE. Send code_challenge and code_challenge_method with the request, and exchange the code that comes back at /token?grant_type=pkce.',
  )

export const userNotFound = () => authError(404, 'user_not_found', 'User not found')

export const otpExpired = (message: string) => authError(403, 'otp_expired', message)

/** Sends an error in GoTrue's format for the requested API version. Logs faults of the server. */
export const sendAuthError =
  (log: Log) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error)
    if (isFault(refusal))
      log.error({ err: error, requestId: request.id, ref: request.project?.ref }, refusal.message)
    void reply.headers(retryAfterHeader(refusal))
    void reply.header('x-sb-error-code', refusal.code)
    if (refusal.details === OAUTH_FORMAT)
      return reply
        .status(refusal.status)
        .header('cache-control', 'no-store')
        .send({ error: refusal.code, error_description: refusal.message })
    const reasons = weakPasswordReasons(refusal)
    const extra = reasons ? { weak_password: { reasons } } : {}
    if (!wantsNamedCodes(request))
      return reply
        .status(refusal.status)
        .send({ code: refusal.status, error_code: refusal.code, msg: refusal.message, ...extra })
    return reply
      .status(refusal.status)
      .header(VERSION_HEADER, NAMED_CODES_SINCE)
      .send({ code: refusal.code, message: refusal.message, ...extra })
  }

/** The gateway's codes for rejected tokens. GoTrue's clients expect `bad_jwt` instead. */
const JWT_REFUSALS = new Set(['jwt_expired', 'jwt_invalid', 'jwt_refused'])

const badJwt = (reason: string) =>
  authError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)

/** Turns any thrown value into an error that is safe to send to the client. */
export function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return JWT_REFUSALS.has(error.code) ? badJwt(error.message) : error
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  // A value that Postgres can't store is a client error, even if validation missed it.
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22'))
    return validationFailed('The request contains a value that cannot be stored')
  // A trigger of the project's owner can run indefinitely.
  if (sqlState(error) === '57014')
    return authError(
      504,
      'request_timeout',
      'The database took too long. Check its triggers on auth tables.',
    )
  const status = statusOf(error)
  if (status !== undefined && status >= 400 && status < 500)
    return authError(status, 'validation_failed', 'The request could not be read')
  return authError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { cause: error },
  )
}

/** The SQLSTATE of a failed statement. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined

function wantsNamedCodes(request: FastifyRequest): boolean {
  const version = request.headers[VERSION_HEADER]
  return (
    typeof version === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(version) &&
    version >= NAMED_CODES_SINCE
  )
}

function weakPasswordReasons(refusal: AppError): readonly string[] | undefined {
  if (refusal.code !== 'weak_password' || !Array.isArray(refusal.details)) return undefined
  return refusal.details.filter((reason) => typeof reason === 'string')
}
