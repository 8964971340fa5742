import type { z } from 'zod'
import type { LongText } from './long-text.ts'
import type { Sql } from './sql.ts'

/** Rows of text, in the statement's column order. */
export type TextRow = readonly (string | null)[]
export type TextResult = {
  readonly rows: readonly TextRow[]
  readonly fields: readonly { readonly name: string; readonly typeOid: number }[]
  readonly rowCount: number | null
  /** The value of the row that was too long to be held, where the statement allows for one; the row has '' there. */
  readonly long?: LongText
}

/**
 * Login roles our own services use. `authenticator` may do nothing but become the caller; the
 * administrators own their schema; `supabase_admin` is the cluster's superuser; `postgres` is the
 * project owner's role.
 */
export type ServiceRole =
  'supabase_admin' | 'postgres' | 'authenticator' | `supabase_${string}_admin`

/** One connection or one transaction: rows pass a schema on the way in, so what comes out is typed and checked. */
export type Session = {
  many<T>(statement: Sql, row: z.ZodType<T>): Promise<T[]>
  /** Exactly one row; none or several is a fault of ours and throws. */
  one<T>(statement: Sql, row: z.ZodType<T>): Promise<T>
  maybe<T>(statement: Sql, row: z.ZodType<T>): Promise<T | undefined>
  /** Runs a statement for its effect; resolves to the number of rows it touched. */
  run(statement: Sql): Promise<number>
  /** Every value as the text Postgres prints, exact for every type. */
  text(statement: Sql): Promise<TextResult>
}

export type ServiceSession = Session & {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: Session) => Promise<T>): Promise<T>
}
