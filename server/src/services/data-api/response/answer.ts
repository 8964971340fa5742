import type { Readable } from 'node:stream'

/** A whole HTTP response, ready to be sent. */
export type Answer = {
  readonly status: number
  /** What the status line says of the status, where that is not the usual. */
  readonly reason?: string | undefined
  /** Several values where a header is sent several times. */
  readonly headers: Readonly<Record<string, string | string[]>>
  /** Bytes where the media type is not text; a stream where there is too much of it to be held. */
  readonly body: string | Buffer | Readable
}
