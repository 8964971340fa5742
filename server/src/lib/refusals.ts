import { AppError } from './errors.ts'

/**
 * Refusals of requests that several layers and services give. Each declares a code once; the message
 * and the next step say what is wrong with this request.
 */

/** 400: the request has a shape that its endpoint does not accept. */
export const invalidRequest = (
  message: string,
  hint: string,
  cause?: { readonly details?: unknown; readonly cause?: unknown },
) => new AppError('invalid_request', message, { status: 400, hint, ...cause })

/** 400: the body of the request is not JSON. */
export const malformedJson = (message: string, hint: string, cause?: unknown) =>
  new AppError('malformed_json', message, { status: 400, hint, cause })

/** 413: the body of the request is larger than its endpoint accepts. */
export const bodyTooLarge = (message: string, hint: string, cause?: unknown) =>
  new AppError('body_too_large', message, { status: 413, hint, cause })

/** 400: Postgres cannot store a text as it is. */
export const invalidText = (message: string, hint: string, cause?: unknown) =>
  new AppError('invalid_text', message, { status: 400, hint, cause })

/** 400: the position in a list was made for another list or sort order. */
export const invalidCursor = () =>
  new AppError('invalid_cursor', 'The cursor does not belong to this list and sort order.', {
    status: 400,
    hint: 'Start again from the beginning of the list.',
  })

/** 404: nothing is served at this path. */
export const noSuchApi = (message: string, hint: string) =>
  new AppError('no_such_api', message, { status: 404, hint })

/** 404: no service accepts WebSockets at this URL. */
export const noSuchSocket = (hint: string) =>
  new AppError('no_such_socket', 'There is no WebSocket endpoint at this URL.', {
    status: 404,
    hint,
  })

/** 429: the sender has too many requests in progress. */
export const tooManyRequests = (message: string) =>
  new AppError('too_many_requests', message, {
    status: 429,
    hint: 'Send fewer requests at the same time, then try again in a moment.',
    retryAfter: 1,
  })
