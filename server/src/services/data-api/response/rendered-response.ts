import type { Readable } from 'node:stream'

/** A whole HTTP response, ready to be sent. */
export type RenderedResponse = {
  readonly status: number
  /** The reason phrase, if it is not the usual one. */
  readonly reason?: string | undefined
  /** A list if a header is sent several times. */
  readonly headers: Readonly<Record<string, string | string[]>>
  /** A Buffer if the media type is not text; a stream if the body is too long for memory. */
  readonly body: string | Buffer | Readable
}
