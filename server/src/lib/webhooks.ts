import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import type { Outgoing } from './outgoing.ts'
import { storableText } from './storable-text.ts'

// Standard Webhooks: signed messages that are sent until their receiver accepts them.

export type WebhookMessage = {
  readonly url: string
  /** The same for every attempt, so that a receiver can recognize a repetition. */
  readonly id: string
  readonly body: string
  /** The key of the signature, from `webhookKey`. */
  readonly key: KeyObject
  /** Headers added to the message's own, which they cannot replace. */
  readonly headers?: Readonly<Record<string, string>>
  /** 10 seconds by default. */
  readonly timeoutMs?: number
  /** See `OutgoingRequest`. */
  readonly ownUrl?: string
}

/** The result of one attempt. `error` is a sentence if there was no response. */
export type WebhookAttempt =
  | { readonly isAccepted: boolean; readonly status: number; readonly response: string }
  | { readonly isAccepted: false; readonly error: string }

export type WebhookSender = {
  /** Sends a message once and never rejects. A status of 200 to 299 accepts it. */
  send(message: WebhookMessage): Promise<WebhookAttempt>
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024
/** How much of a response is kept. */
const SHOWN_CHARACTERS = 1000

export const createWebhookSender = ({
  outgoing,
  clock,
}: {
  readonly outgoing: Outgoing
  readonly clock: Clock
}): WebhookSender => ({
  async send({ url, id, body, key, headers, timeoutMs = TIMEOUT_MS, ownUrl }) {
    const timestamp = String(Math.floor(clock.now().getTime() / 1000))
    try {
      const { status, body: response } = await outgoing.request({
        url,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': webhookSignature(key, `${id}.${timestamp}.${body}`),
        },
        body,
        timeoutMs,
        maxBytes: MAX_RESPONSE_BYTES,
        ...(ownUrl !== undefined && { ownUrl }),
        isRepeatable: true,
      })
      const shown = storableText(response.slice(0, SHOWN_CHARACTERS))
      return { isAccepted: status >= 200 && status < 300, status, response: shown }
    } catch (error) {
      const message = error instanceof AppError ? error.message : 'The request failed.'
      return { isAccepted: false, error: message }
    }
  },
})

/**
 * The signing key for a secret in the form `whsec_<base64>`. Deriving it takes longer than signing,
 * so derive it once for many messages.
 */
export const webhookKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.replace(/^(?:v1,)?whsec_/, ''), 'base64'))

/** The signature of `<id>.<timestamp>.<body>` in the form of Standard Webhooks. */
export const webhookSignature = (key: KeyObject, content: string): string =>
  `v1,${createHmac('sha256', key).update(content).digest('base64')}`

/** Seconds between attempts: short at first, more than a day in total. */
const RETRY_DELAYS = [5, 30, 120, 600, 3600, 14_400, 43_200, 43_200] as const

/** When to retry after a number of failed attempts; undefined after the last one. */
export function nextWebhookAttempt(attempts: number, now: Date): Date | undefined {
  const delay = RETRY_DELAYS[attempts - 1]
  return delay === undefined ? undefined : new Date(now.getTime() + delay * 1000)
}
