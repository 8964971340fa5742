import type { z } from 'zod'
import type { LongText } from './wire/long-text.ts'
import type { Sql } from './sql.ts'

/** Rows of text, in the statement's column order. */
export type TextRow = readonly (string | null)[]
export type TextResult = {
  readonly rows: readonly TextRow[]
  readonly fields: readonly { readonly name: string; readonly typeOid: number }[]
  readonly rowCount: number | null
  /**
   * The row's value that was too long for memory, if the statement allows one. The row contains ''
   * in its place.
   */
  readonly long?: LongText
}

/**
 * Login roles of the services. `authenticator` can only become the caller; the administrators own
 * their schema; `supabase_admin` is the cluster's superuser; `postgres` is the project owner's
 * role, and `supabase_read_only_user` reads for the members who can only read.
 */
export type ServiceRole =
  | 'supabase_admin'
  | 'authenticator'
  | `supabase_${string}_admin`
  | MemberRole

/** The roles that run SQL written by members. */
export type MemberRole = 'postgres' | 'supabase_read_only_user'

/**
 * One connection or one transaction. Rows are parsed with a schema, so that results are typed and
 * checked.
 */
export type Session = {
  many<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T[]>
  /** Exactly one row. Throws for none or several, which is a bug. */
  one<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T>
  maybe<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T | undefined>
  /** Runs a statement for its effect; resolves to the number of rows it touched. */
  run(statement: Sql): Promise<number>
  /** Returns every value as the text that Postgres prints, exact for every type. */
  text(statement: Sql): Promise<TextResult>
}

export type ServiceSession = Session & {
  /**
   * Commits when `work` resolves, rolls back when it rejects. With `endsConnection`, the connection
   * is closed afterwards: one that has read a whole catalog keeps megabytes of it.
   */
  transaction<T>(
    work: (tx: Session) => Promise<T>,
    options?: { readonly endsConnection: boolean },
  ): Promise<T>
}
