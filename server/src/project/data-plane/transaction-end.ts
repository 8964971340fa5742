import type { CallerStatement } from '../../postgres/database.ts'
import type { DataApiSettings } from '@stoa/contract/services/data-api/settings'

type End = Pick<DataApiSettings, 'db_tx_end'>

/** Whether the project's transactions are rolled back unless the request says otherwise. */
export const isRolledBack = ({ db_tx_end: end }: End): boolean => end.startsWith('rollback')

/** Whether a request can choose with `Prefer: tx=`. */
export const mayChooseEnd = ({ db_tx_end: end }: End): boolean => end.endsWith('allow-override')

/** Rolls back a transaction whose response must be the same as if it were committed. */
export const ROLLBACK: readonly CallerStatement[] = [
  // Without a commit, deferred constraints would never be checked.
  { text: 'set constraints all immediate', values: [] },
  { text: 'rollback', values: [] },
]
