import type { EndSignal } from '../../../lib/end-signal.ts'
import type { Caller } from '../../../project/caller.ts'
import type { RequestHead } from './api-request.ts'

/** The caller of a request, with its headers and cookies for the transaction's settings. */
export type CallContext = {
  readonly caller: Caller
  /** The request's headers as `request.headers` holds them, and its cookies. */
  readonly headersJson: string
  readonly cookiesJson: string
  /** Aborts when the client has left. Reads end then; a write runs to its end. */
  readonly departure?: EndSignal | undefined
}

export type IncomingRequest = CallContext & {
  readonly head: RequestHead
  readonly body: Buffer | undefined
  readonly contentType: string | undefined
  /** How long authenticating the caller took, in milliseconds. */
  readonly callerMs: number
}
