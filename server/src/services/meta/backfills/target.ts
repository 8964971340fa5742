import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import type { Session } from '../../../postgres/database.ts'
import { readColumns } from '../catalogue/columns.ts'
import { findOwnTable } from '../ddl/change-table.ts'
import { columnNotFound } from '../errors.ts'
import { withQualifiedNames } from '../session.ts'
import { rowsSql, type BackfillTarget } from './backfill-sql.ts'
import { needsKey, nothingToDo } from './errors.ts'
import { readKey } from './queries.ts'

/**
 * The table and the key of a backfill. 400 `backfill_needs_key`, 400 `backfill_changes_nothing`, 404
 * `table_not_found`, 404 `column_not_found`, 403 `schema_protected`.
 */
export async function findTarget(
  tx: Session,
  id: string,
  { table_id: tableId, definition }: { table_id: number; definition: BackfillDefinition },
): Promise<BackfillTarget> {
  const table = await findOwnTable(tx, tableId)
  const { key, columns } = await withQualifiedNames(tx, async () => ({
    key: await readKey(tx, tableId),
    columns: await readColumns(tx, tableId),
  }))
  const column = columns.find(({ name }) => name === definition.column)
  if (!column) throw columnNotFound()
  const { value, set_not_null: setsNotNull } = definition
  if (value !== null && column.is_generated)
    throw nothingToDo(
      `${column.name} is a generated column, which has no values of its own.`,
      'Change its expression instead.',
    )
  if (value === null && !setsNotNull)
    throw nothingToDo('The backfill has no value.', 'Enter a value, or make the column NOT NULL.')
  if (setsNotNull && !column.is_nullable)
    throw nothingToDo(`${column.name} is NOT NULL already.`, 'Only change its values.')
  if (value !== null && key.length === 0) throw needsKey(table.name)
  // The same errors in the preview as in the job.
  rowsSql(definition)
  return { id, table, key, definition }
}
