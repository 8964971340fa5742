import type { Statement } from './sql.ts'

/** What a data-plane transaction runs as; each entry becomes a transaction-local setting. */
export type CallerContext = {
  readonly role: string
  /** Other settings, such as `request.jwt.claims` or `search_path`. */
  readonly settings: Readonly<Record<string, string>>
  readonly isReadOnly: boolean
}

export type CallerStatement = Statement & {
  /** Names a statement to be prepared once a connection and reused; leave out for one-off text. */
  readonly name?: string
}
