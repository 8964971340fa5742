import type { ServiceSession, Session } from '../../postgres/database.ts'
import type { ApiKeys } from './api-keys.ts'

/**
 * The keys sealed with a project's own record. A record written by a release that knew only the five
 * default keys holds all of them; every other record holds the three that never become rows.
 */
export type SealedKeys = Omit<ApiKeys, 'publishableKey' | 'secretKey'> & {
  readonly publishableKey?: string | undefined
  readonly secretKey?: string | undefined
}

/** The project records, as far as the key store reads and writes them. */
export type KeyRecords = {
  session(): ServiceSession
  /** Rejects with 404 `project_not_found` for a record without secrets: the project was deleted. */
  openKeys(ref: string, sealed: Buffer | null): SealedKeys
  /** Replaces the keys within a sealed record; its other secrets stay. */
  replaceKeys(
    tx: Session,
    ref: string,
    change: { sealed: Buffer | null; keys: SealedKeys },
  ): Promise<void>
}
