import type { Clock } from '../../../../lib/clock.ts'
import type { Outgoing } from '../../../../lib/outgoing.ts'
import type { DrainEvent } from '../event.ts'

/** The result of one attempt. */
export type Receipt = {
  readonly isAccepted: boolean
  /** The status of HTTP, if there was a response. */
  readonly status: number | null
  /** The first characters of the response, or why there was none. */
  readonly response: string
}

/** A server that receives the events of a drain. */
export type Receiver = {
  /** The most events of one request. */
  readonly maxEvents: number
  /** The most bytes of their lines in the log. */
  readonly maxBytes: number
  /** How long events are collected before they are sent. */
  readonly waitMs: number
  /** Sends events once, and never rejects. */
  send(events: readonly DrainEvent[], attempt: Attempt): Promise<Receipt>
}

export type Attempt = { readonly signal: AbortSignal; readonly timeoutMs: number }

export type ReceiverDeps = {
  readonly outgoing: Outgoing
  readonly clock: Clock
  readonly ref: string
  /** The address of this installation's APIs, such as its own S3. */
  readonly ownUrl: () => string
}
