/** A request at a project's public door after its response. Contains no key, token or cookie. */
export type FinishedRequest = {
  readonly id: string
  /** The project. */
  readonly ref: string
  readonly method: string
  readonly host: string
  /** The path at the project's address, such as `/rest/v1/todos`. */
  readonly path: string
  /** The query with its question mark, or nothing. Secrets are masked. */
  readonly search: string
  readonly protocol: string
  readonly ip: string
  readonly userAgent: string | undefined
  readonly referer: string | undefined
  /** The role and the account that the request ran as; undefined if it was refused before. */
  readonly role: string | undefined
  readonly user: string | undefined
  readonly status: number
  readonly durationMs: number
  /** Bytes of the response with its headers; undefined if not counted. */
  readonly bytes?: number
}
