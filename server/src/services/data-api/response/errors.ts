import { z } from 'zod'
import { retryAfterHeader } from '../../../lib/retry-after.ts'
import { AppError } from '../../../lib/errors.ts'
import { isDatabaseFailure, type DatabaseFailure } from '../../../postgres/failures.ts'
import { toUnavailable } from '../../../postgres/unavailable.ts'
import { parseJson } from '../request/body.ts'
import { refusal } from '../errors.ts'
import type { RenderedResponse } from './rendered-response.ts'
import { onWire, ownHeaders } from './own-headers.ts'

/** Errors are short. */
type ErrorResponse = RenderedResponse & { readonly body: string }

type ErrorBody = {
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly hint: unknown
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Renders any error as PostgREST does. An unexpected one is a bug: 500 with a neutral message. */
export function renderError(given: unknown, role: string | undefined): ErrorResponse {
  const error = toUnavailable(given) ?? given
  if (error instanceof AppError) return renderRefusal(error)
  if (isDatabaseFailure(error)) return renderDatabaseFailure(error, role)
  const { code, statusCode } = httpError(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return answer(
      413,
      body('PGRST102', 'The request body is too large', null, 'Send it in several requests.'),
    )
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return answer(400, body('PGRST102', 'Content-Type not acceptable'))
  if (statusCode >= 400 && statusCode < 500)
    return answer(statusCode, body('PGRST102', 'Empty or invalid json'))
  return answer(500, body('PGRSTX00', 'Something went wrong on our side.'))
}

/** Whether an error is a bug of this service, which is logged. */
export const isFault = ({ status, body }: ErrorResponse): boolean =>
  status >= 500 && body.includes('"PGRSTX00"')

function renderRefusal(error: AppError): ErrorResponse {
  const bearer = (code: string) => {
    const described = `Bearer error="invalid_token", error_description=${JSON.stringify(error.message)}`
    const said = body(code, error.message, error.details ?? null)
    return answer(401, said, { 'www-authenticate': described })
  }
  if (error.code === 'jwt_expired' || error.code === 'jwt_refused') return bearer('PGRST303')
  if (error.code === 'jwt_invalid') return bearer('PGRST301')
  const headers = retryAfterHeader(error)
  if (error.code === 'database_unavailable')
    return answer(
      error.status,
      body('PGRST001', 'Database client error. Retrying the connection.'),
      headers,
    )
  return answer(
    error.status,
    body(error.code, error.message, error.details ?? null, error.hint ?? null),
    headers,
  )
}

function renderDatabaseFailure(failure: DatabaseFailure, role: string | undefined): ErrorResponse {
  if (failure.code === 'PGRST') return renderRaised(failure)
  const status = isUnknownRole(failure, role) ? 401 : ownStatusOf(failure, role)
  const said = answer(
    status,
    body(failure.code, failure.message, failure.detail ?? null, failure.hint ?? null),
    status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  )
  // A function that chooses a status also chooses its reason phrase.
  return failure.code === `PT${status}` ? { ...said, reason: onWire(failure.message) } : said
}

const EXACT: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '21000': 500,
    '22023': 400,
    '23503': 409,
    '23505': 409,
    '25006': 405,
    '42883': 404,
    '42P01': 404,
    '42P17': 500,
    '53400': 500,
    '57P01': 503,
    P0001: 400,
  }),
)
const CLASSES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '08': 503,
    '09': 500,
    '0L': 403,
    '0P': 403,
    '25': 500,
    '28': 403,
    '2D': 500,
    '38': 500,
    '39': 500,
    '3B': 500,
    '40': 500,
    '53': 503,
    '54': 500,
    '55': 500,
    '57': 500,
    '58': 500,
    F0: 500,
    HV: 500,
    P0: 500,
    XX: 500,
  }),
)

/**
 * `21000` is a bug in a statement, unless pg-safeupdate rejected a write without a filter: then the
 * request is at fault. Both have the same SQLSTATE, so the message decides, as in PostgREST, or, if
 * Postgres speaks another language, the reporting routine.
 */
const isGuarded = ({ code, routine, message }: DatabaseFailure) =>
  code === '21000' &&
  (message.endsWith('requires a WHERE clause') || routine === 'delete_needs_where_check')

/**
 * The token's role does not exist. The check of the `role` setting reports it and names the role in
 * any language; as in PostgREST, any error with these words counts too.
 */
const isUnknownRole = ({ code, routine, message }: DatabaseFailure, role: string | undefined) =>
  code === '22023' &&
  (/^role.*does not exist$/s.test(message) ||
    (routine === 'call_string_check_hook' && role !== undefined && message.includes(`"${role}"`)))

const ownStatusOf = (failure: DatabaseFailure, role: string | undefined) =>
  isGuarded(failure) ? 400 : statusOf(failure.code, role)

function statusOf(code: string, role: string | undefined): number {
  // An anonymous caller may be allowed after signing in.
  if (code === '42501') return role === undefined || role === 'anon' ? 401 : 403
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2))
    return status >= 200 && status <= 599 ? status : 500
  }
  return EXACT.get(code) ?? CLASSES.get(code.slice(0, 2)) ?? 400
}

const RaisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const RaisedDetail = z.object({
  status: z.int().min(200).max(599),
  status_text: z.string().optional(),
  headers: z.record(z.string(), z.string()),
})

/** `raise sqlstate 'PGRST'`: the function writes the whole response. */
function renderRaised(failure: DatabaseFailure): ErrorResponse {
  const message = parsed(RaisedMessage, failure.message)
  const detail = parsed(RaisedDetail, failure.detail)
  const headers = detail && ownHeaders(Object.entries(detail.headers))
  if (message && detail && headers) {
    const said = answer(
      detail.status,
      body(message.code, message.message, message.details ?? null, message.hint ?? null),
      headers,
    )
    const { status_text: text } = detail
    return text === undefined ? said : { ...said, reason: onWire(text) }
  }
  const details = message
    ? missingDetail(failure.detail)
    : `Invalid JSON value for MESSAGE: '${failure.message}'`
  return renderRefusal(
    refusal('PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      status: 500,
      details,
      hint: message
        ? "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
        : "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    }),
  )
}

const missingDetail = (detail: string | undefined) =>
  detail === undefined
    ? 'DETAIL is missing in the RAISE statement'
    : `Invalid JSON value for DETAIL: '${detail}'`

function parsed<T>(schema: z.core.$ZodType<T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    return z.safeParse(schema, parseJson(text)).data
  } catch {
    return undefined
  }
}

const body = (
  code: string,
  message: string,
  details: unknown = null,
  hint: unknown = null,
): ErrorBody => ({ code, details, hint, message })

const answer = (
  status: number,
  content: ErrorBody,
  headers: RenderedResponse['headers'] = {},
): ErrorResponse => ({
  status,
  // The source of the error, for proxies and logs (RFC 9209).
  headers: {
    'content-type': JSON_TYPE,
    'proxy-status': `PostgREST; error=${onWire(content.code) ?? 'PGRST121'}`,
    ...headers,
  },
  body: JSON.stringify(content),
})

function httpError(error: unknown): { code: string; statusCode: number } {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  return {
    code: typeof code === 'string' ? code : '',
    statusCode: typeof statusCode === 'number' ? statusCode : 500,
  }
}
