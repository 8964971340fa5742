import type { MigrationSource } from '@stoa/contract/services/meta/history'
import type { Session } from '../../../postgres/database.ts'
import type { NewMigration } from '../../../project/migration-record.ts'
import type { Author } from './change-definition.ts'
import { newMigration } from './manage.ts'
import { migrationName } from './name.ts'
import { readTextChanges, type TextChange } from './text-changes.ts'
import { combinedUndo, readTextUndo } from './text-undo-sql.ts'

const SOURCES: readonly (readonly [RegExp, MigrationSource])[] = [
  [/^(?:create|alter|drop)_(?:function|procedure|aggregate|routine)_/, 'functions'],
  [/^(?:create|alter|drop)_(?:materialized_)?view_/, 'views'],
  [/^(?:create|alter|drop)_(?:type|domain)_/, 'types'],
  [/^create_(?:constraint_)?trigger_/, 'triggers'],
  [/^(?:create|alter|drop)_policy_/, 'policies'],
]

/** The page with the editor for texts of this kind. */
export function sourceOfText(sql: string): MigrationSource {
  const name = migrationName(sql)
  return SOURCES.find(([pattern]) => pattern.test(`${name}_`))?.[1] ?? 'sql'
}

const UNREAD = 'The server does not know what this SQL changes.'
const LOSS = 'Comments and privileges of objects that are created again are not restored.'

/**
 * A text as a migration. Its undo is read in the transaction of the change, before the text runs;
 * which function a text creates is known only after it.
 */
export const migrationOfText =
  (author: Author, query: string) =>
  async (tx: Session): Promise<NewMigration> => {
    const changes = readTextChanges(query)
    const undo = changes && (await readUndo(tx, changes))
    const details = undo ? { rollback: undo, loss: LOSS } : { no_rollback: UNREAD }
    return newMigration(author, sourceOfText(query), { query, ...details })
  }

async function readUndo(tx: Session, changes: readonly TextChange[]) {
  const undos = []
  for (const change of changes) {
    const undo = await readTextUndo(tx, change)
    if (undo === undefined) return undefined
    undos.unshift(undo)
  }
  return combinedUndo(undos)
}
