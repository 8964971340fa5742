import { randomUUID } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import type { OutgoingResponse } from '../../../lib/outgoing.ts'
import { webhookKey, webhookSignature } from '../../../lib/webhooks.ts'
import { hookFailed } from './hook-error.ts'

const TIMEOUT_MS = 5000
const ATTEMPTS = 3
const PAUSE_MS = 500
const MAX_BYTES = 200 * 1024

/**
 * Posts the payload to a web address, signed by Standard Webhooks, and returns the parsed response.
 * Tries again while the server can't be reached or asks to wait, for five seconds in all.
 */
export async function callHttpHook(
  context: Pick<AuthContext, 'clock' | 'outgoing' | 'project' | 'sleep'>,
  { uri, secrets, payload }: { readonly uri: string; readonly secrets: string; payload: object },
): Promise<unknown> {
  const body = JSON.stringify(payload)
  const id = randomUUID()
  const until = context.clock.now().getTime() + TIMEOUT_MS
  for (let attempt = 1; ; attempt += 1) {
    const left = until - context.clock.now().getTime()
    if (left <= 0) throw hookTimeout()
    const response = await attemptOnce(context, { uri, secrets, body, id, timeoutMs: left })
    if (response !== undefined && !isAskedToWait(response)) return readResponse(response)
    if (attempt === ATTEMPTS)
      throw response === undefined
        ? authError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries')
        : hookFailed('Service currently unavailable due to hook')
    await context.sleep(PAUSE_MS)
  }
}

const hookTimeout = () =>
  authError(
    422,
    'hook_timeout',
    `Failed to reach hook within maximum time of ${(TIMEOUT_MS / 1000).toFixed(6)} seconds`,
  )

/** Undefined if the server could not be reached. */
async function attemptOnce(
  context: Pick<AuthContext, 'clock' | 'outgoing' | 'project'>,
  {
    uri,
    secrets,
    body,
    id,
    timeoutMs,
  }: { uri: string; secrets: string; body: string; id: string; timeoutMs: number },
): Promise<OutgoingResponse | undefined> {
  const timestamp = String(Math.floor(context.clock.now().getTime() / 1000))
  try {
    return await context.outgoing.request({
      url: uri,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures(secrets, `${id}.${timestamp}.${body}`),
      },
      body,
      timeoutMs,
      maxBytes: MAX_BYTES,
    })
  } catch (error) {
    context.project.log('auth').warn({ err: error }, 'Could not reach a hook')
    if (isTooLarge(error))
      throw authError(
        422,
        'hook_payload_over_size_limit',
        `Payload size exceeded size limit of ${MAX_BYTES} bytes`,
        { cause: error },
      )
    if (isTimeout(error)) throw hookTimeout()
    // Retrying doesn't make a forbidden address allowed.
    if (error instanceof AppError && error.status < 500)
      throw hookFailed(`Error running hook URI: ${error.message}`, error)
    return undefined
  }
}

const isTooLarge = (error: unknown) =>
  error instanceof AppError && error.code === 'outgoing_too_large'
const isTimeout = (error: unknown) => error instanceof AppError && error.code === 'outgoing_timeout'

const isAskedToWait = ({ status, headers }: OutgoingResponse) =>
  (status === 429 || status === 503) && headers['retry-after'] !== undefined

/** One signature for each secret, so that a secret can be replaced without a gap. */
const signatures = (secrets: string, content: string): string =>
  secrets
    .split('|')
    .filter((secret) => secret !== '')
    .map((secret) => webhookSignature(webhookKey(secret), content))
    .join(' ')

function readResponse({ status, headers, body }: OutgoingResponse): unknown {
  if (status === 204) return undefined
  if (status === 200 || status === 202) {
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (type !== 'application/json')
      throw authError(
        400,
        'hook_payload_invalid_content_type',
        type === ''
          ? 'Invalid Content-Type: Missing Content-Type header'
          : `Invalid JSON response. Received content-type: ${type.slice(0, 200)}`,
      )
    return parseOutput(body)
  }
  if (status === 400) throw hookFailed('Invalid payload sent to hook')
  if (status === 401) throw hookFailed('Hook requires authorization token')
  if (status === 429 || status === 503)
    throw hookFailed('Service currently unavailable due to hook')
  throw hookFailed(`Unexpected status code returned from hook: ${status}`)
}

function parseOutput(body: string): unknown {
  if (body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw hookFailed('Error unmarshaling JSON output.', cause)
  }
}
