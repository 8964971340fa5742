import type { RejectedRow } from '@stoa/contract/services/imports/imports'
import type { Piece } from '../../lib/table-files/parse-in-thread.ts'

/** Loads pieces of a file in the transaction of a client. Rejects with an `ImportFailure`. */
export type RowWriter = {
  write(piece: Piece): Promise<void>
  /** Resolves when Postgres has all rows. */
  end(): Promise<void>
  readonly rejected: readonly RejectedRow[]
  rows(): number
}
