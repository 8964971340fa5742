import type { ErrorBody } from '@stoa/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../lib/describe-error.ts'
import { retryAfterHeader } from '../lib/retry-after.ts'
import { AppError, isFault } from '../lib/errors.ts'
import { bodyTooLarge, invalidText, malformedJson } from '../lib/refusals.ts'
import type { Log } from '../lib/log.ts'
import { toUnavailable } from '../postgres/unavailable.ts'

const unstorable = (cause: unknown) =>
  invalidText(
    'The text contains a NUL character, which cannot be stored.',
    'Remove the character.',
    cause,
  )

const invalidJson = (cause: unknown) =>
  malformedJson(
    'The request body is not valid JSON.',
    'Check it with a JSON validator and send it again.',
    cause,
  )

/**
 * Errors of Fastify and Postgres that the client caused, with our messages; all others are server
 * errors.
 */
const HTTP_REFUSALS: ReadonlyMap<string, (cause: unknown) => AppError> = new Map(
  Object.entries({
    FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
    FST_ERR_CTP_EMPTY_JSON_BODY: (cause: unknown) =>
      malformedJson(
        'The request body is empty but its content type is JSON.',
        'Send a JSON body, or remove the Content-Type header.',
        cause,
      ),
    FST_ERR_CTP_BODY_TOO_LARGE: (cause: unknown) =>
      bodyTooLarge(
        'The request body is too large.',
        'Shorten the text, or send it in several requests.',
        cause,
      ),
    FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause: unknown) =>
      new AppError('unsupported_media_type', 'The content type of the request is not supported.', {
        status: 415,
        hint: 'Send JSON with the header "Content-Type: application/json".',
        cause,
      }),
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: (cause: unknown) =>
      new AppError(
        'invalid_content_length',
        'The length of the request body does not match its Content-Length header.',
        {
          status: 400,
          hint: 'Send the number of bytes, not of characters, in Content-Length.',
          cause,
        },
      ),
    '22021': unstorable,
    '22P05': unstorable,
    FST_ERR_BAD_URL: (cause: unknown) =>
      new AppError('malformed_url', 'The URL is malformed.', {
        status: 400,
        hint: 'Write a percent sign that encodes nothing as "%25".',
        cause,
      }),
    FST_ERR_MAX_PARAM_LENGTH: (cause: unknown) =>
      new AppError('url_too_long', 'A name or ID in the URL is too long.', {
        status: 414,
        hint: 'Check the parts of the path, and shorten the one that is too long.',
        cause,
      }),
  }),
)

/** Converts any error to an `AppError`; an unexpected one becomes a 500 without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : HTTP_REFUSALS.get(code)
  if (known) return known(error)
  // `JSON.parse` refused the body (prototype poisoning, invalid UTF-8).
  if (error instanceof SyntaxError && statusCode === 400) return invalidJson(error)
  return new AppError('internal_error', 'Something went wrong on our side.', {
    status: 500,
    hint: 'Try again. If it happens again, search the server log for the request ID.',
    cause: error,
  })
}

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
