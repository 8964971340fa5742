/** A whole HTTP response, ready to be sent. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes where the media type is not text. */
  readonly body: string | Buffer
}
