/** A set of Postgres binaries. Data of one major version can be run by that major version only. */
export type Engine = {
  readonly kind: 'embedded' | 'system'
  /** `18.4` */
  readonly version: string
  readonly major: number
  /** Folder of `postgres` and `initdb`, readable by the account that runs them. */
  readonly binDir: string
}
