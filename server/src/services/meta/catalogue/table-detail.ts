import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { withQualifiedNames } from '../session.ts'
import { isReadable, type Sight } from '../withheld.ts'
import { readAbilities } from './abilities.ts'
import { readColumns } from './columns.ts'
import { readConstraints } from './constraints.ts'
import { readForeignKeys } from './foreign-keys.ts'
import { readIndexes } from './indexes.ts'
import { readPolicies } from './policies.ts'
import { readPrimaryKey } from './primary-key.ts'
import { readTable } from './tables.ts'

const MAX_OID = 4_294_967_295

/** 404 `table_not_found`. */
export const tableNotFound = () =>
  new AppError('table_not_found', 'This table does not exist. It may have been deleted.', {
    status: 404,
    hint: 'Reload the list of tables.',
  })

/** Oids are unsigned and fit four bytes; nothing else names a table. */
export function checkOid(id: number): void {
  if (id < 1 || id > MAX_OID) throw tableNotFound()
}

/**
 * Everything that the dashboard shows of a table, read in the given transaction, with the columns
 * that a member with this sight can read. 404 `table_not_found`.
 */
export async function readTableDetail(
  tx: Session,
  id: number,
  sight: Sight = 'everything',
): Promise<TableDetail> {
  checkOid(id)
  return withQualifiedNames(tx, async () => {
    const summary = await readTable(tx, id)
    if (!summary) throw tableNotFound()
    const columns = await readColumns(tx, id)
    return {
      ...summary,
      columns: columns.filter(({ name }) => isReadable(summary, name, sight)),
      primary_key: await readPrimaryKey(tx, id),
      foreign_keys: await readForeignKeys(tx, id),
      constraints: await readConstraints(tx, id),
      policies: await readPolicies(tx, id),
      indexes: await readIndexes(tx, id),
      ...(await readAbilities(tx, id)),
    }
  })
}
