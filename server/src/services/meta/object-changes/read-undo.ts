import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Session } from '../../../postgres/database.ts'
import type { Undo } from '../history/undo.ts'
import { withQualifiedNames } from '../session.ts'
import { lockTable, savepoint } from './undo-queries.ts'
import { undoOf, type ChangeUndo } from './undo-change-sql.ts'

type TableName = { readonly schema: string; readonly name: string }

const UNKNOWN: Undo = { impossible: 'The state before the change could not be read.' }

/**
 * Reads how to undo a change, in its transaction. The table that it changes is locked first, so that
 * nobody else changes its definition between the read and the change. A change of an object that is
 * gone fails by itself, with the error of its statement.
 */
export async function readUndo(tx: Session, change: ObjectChange): Promise<ChangeUndo> {
  const table = tableOf(change)
  // Members can change policies of some tables of the platform without a right to lock them.
  if (table) await attempt(tx, 'release', () => lockTable(tx, table))
  const undo = await attempt(tx, 'rollback to', () =>
    withQualifiedNames(tx, () => undoOf(tx, change)),
  )
  return undo ?? UNKNOWN
}

/** Work whose failure does not end the transaction. */
async function attempt<T>(
  tx: Session,
  end: 'release' | 'rollback to',
  work: () => Promise<T>,
): Promise<T | undefined> {
  await tx.run(savepoint('savepoint'))
  try {
    const result = await work()
    await tx.run(savepoint(end))
    return result
  } catch {
    // Also fails if the connection is broken.
    await tx.run(savepoint('rollback to'))
    return undefined
  }
}

/** The table whose definition a change reads; undefined for an object that belongs to none. */
function tableOf(change: ObjectChange): TableName | undefined {
  switch (change.kind) {
    case 'set_row_security':
      return change
    case 'enable_trigger':
    case 'alter_policy':
      return { schema: change.schema, name: change.table }
    case 'comment':
    case 'rename':
    case 'drop': {
      const { object } = change
      return 'table' in object ? { schema: object.schema, name: object.table } : undefined
    }
    default:
      return 'table' in change && typeof change.table === 'object' ? change.table : undefined
  }
}
