import type { Client } from 'pg'
import type { Session } from '../../../postgres/database.ts'
import { overClient } from '../../../postgres/connections/service-pool.ts'
import type { NewMigration } from '../../../project/migration-record.ts'
import { toAppError } from '../errors.ts'
import type { TextShape } from './text-shape.ts'

/** A migration, or a function that reads the state before the change in its own transaction. */
export type PendingMigration = NewMigration | ((tx: Session) => Promise<NewMigration>)

/**
 * Begins the transaction of a change and reads how to undo it, so that no other change comes between.
 * A statement that runs without a transaction is read just before it.
 */
export async function prepareMigration(
  client: Client,
  { shape, migration }: { readonly shape: TextShape; readonly migration: PendingMigration },
): Promise<NewMigration> {
  if (typeof migration !== 'function') return migration
  try {
    // The transaction has already begun if it had to lock the replaced object.
    if (client.getTransactionStatus() === 'I') await client.query('begin')
    const prepared = await migration(overClient(client))
    if (shape.needsNoTransaction) await client.query('commit')
    return prepared
  } catch (error) {
    throw toAppError(error)
  }
}
