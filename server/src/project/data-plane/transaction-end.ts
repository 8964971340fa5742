import type { CallerStatement } from '../../postgres/database.ts'
import type { DataApiSettings } from '@stoa/contract/services/data-api/settings'

type End = Pick<DataApiSettings, 'db_tx_end'>

/** Whether the project's transactions are rolled back where the request does not say otherwise. */
export const isRolledBack = ({ db_tx_end: end }: End): boolean => end.startsWith('rollback')

/** Whether a request may choose with `Prefer: tx=`. */
export const mayChooseEnd = ({ db_tx_end: end }: End): boolean => end.endsWith('allow-override')

/** Undoes a transaction whose answer is to be the same as if it were committed. */
export const ROLLBACK: readonly CallerStatement[] = [
  // Deferred constraints would fail only at a commit, which never comes.
  { text: 'set constraints all immediate', values: [] },
  { text: 'rollback', values: [] },
]
