import type { ServiceSession, Session } from '../../postgres/database.ts'
import type { ApiKeys } from './api-keys.ts'

/**
 * The keys sealed in a project's own record. A record written by a release that had only the five
 * default keys contains all five; every other record contains the three that never become rows.
 */
export type SealedKeys = Omit<ApiKeys, 'publishableKey' | 'secretKey'> & {
  readonly publishableKey?: string | undefined
  readonly secretKey?: string | undefined
}

/** The part of the project records that the key store reads and writes. */
export type KeyRecords = {
  session(): ServiceSession
  /** Rejects with 404 `project_not_found` for a record without secrets: the project was deleted. */
  openKeys(ref: string, sealed: Buffer | null): SealedKeys
  /** Replaces the keys in a sealed record and keeps its other secrets. */
  replaceKeys(
    tx: Session,
    ref: string,
    change: { sealed: Buffer | null; keys: SealedKeys },
  ): Promise<void>
}
