import type { ErrorBody } from '@stoa/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../lib/describe-error.ts'
import { retryAfterHeader } from '../lib/retry-after.ts'
import { AppError, isFault } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { toUnavailable } from '../postgres/unavailable.ts'

type Refusal = { status: number; code: string; message: string; hint: string }

const UNSTORABLE: Refusal = {
  status: 400,
  code: 'invalid_text',
  message: 'The text contains a NUL character, which cannot be stored.',
  hint: 'Remove the character.',
}

const INVALID_JSON: Refusal = {
  status: 400,
  code: 'malformed_json',
  message: 'The request body is not valid JSON.',
  hint: 'Check it with a JSON validator and send it again.',
}

/**
 * Errors of Fastify and Postgres that the client caused, with our messages; all others are server
 * errors.
 */
const HTTP_REFUSALS: ReadonlyMap<string, Refusal> = new Map(
  Object.entries({
    FST_ERR_CTP_INVALID_JSON_BODY: INVALID_JSON,
    FST_ERR_CTP_EMPTY_JSON_BODY: {
      status: 400,
      code: 'malformed_json',
      message: 'The request body is empty but its content type is JSON.',
      hint: 'Send a JSON body, or remove the Content-Type header.',
    },
    FST_ERR_CTP_BODY_TOO_LARGE: {
      status: 413,
      code: 'body_too_large',
      message: 'The request body is too large.',
      hint: 'Shorten the text, or send it in several requests.',
    },
    FST_ERR_CTP_INVALID_MEDIA_TYPE: {
      status: 415,
      code: 'unsupported_media_type',
      message: 'The content type of the request is not supported.',
      hint: 'Send JSON with the header "Content-Type: application/json".',
    },
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
      status: 400,
      code: 'invalid_content_length',
      message: 'The length of the request body does not match its Content-Length header.',
      hint: 'Send the number of bytes, not of characters, in Content-Length.',
    },
    '22021': UNSTORABLE,
    '22P05': UNSTORABLE,
    FST_ERR_BAD_URL: {
      status: 400,
      code: 'malformed_url',
      message: 'The URL is malformed.',
      hint: 'Write a percent sign that encodes nothing as "%25".',
    },
    FST_ERR_MAX_PARAM_LENGTH: {
      status: 414,
      code: 'url_too_long',
      message: 'A name or ID in the URL is too long.',
      hint: 'Check the parts of the path, and shorten the one that is too long.',
    },
  }),
)

/** Converts any error to an `AppError`; an unexpected one becomes a 500 without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : HTTP_REFUSALS.get(code)
  if (known) return toRefusal(known, error)
  // `JSON.parse` refused the body (prototype poisoning, invalid UTF-8).
  if (error instanceof SyntaxError && statusCode === 400) return toRefusal(INVALID_JSON, error)
  return new AppError('internal_error', 'Something went wrong on our side.', {
    status: 500,
    hint: 'Try again. If it happens again, search the server log for the request ID.',
    cause: error,
  })
}

const toRefusal = ({ code, message, status, hint }: Refusal, cause: unknown) =>
  new AppError(code, message, { status, hint, cause })

/** Renders every error that no service rendered in its own format, and logs server errors once. */
export function renderError(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toAppError(error)
    if (isFault(refusal))
      log.error(
        { id: request.id, code: refusal.code, err: describeError(refusal.cause ?? refusal) },
        refusal.message,
      )
    void reply.headers(retryAfterHeader(refusal))
    const body: ErrorBody = {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.hint !== undefined && { hint: refusal.hint }),
      ...(refusal.details !== undefined && { details: refusal.details }),
    }
    void reply.status(refusal.status).send(body)
  }
}
