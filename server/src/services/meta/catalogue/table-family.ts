import type { TableFamily } from '@stoa/contract/services/meta/partitions'
import type { Session } from '../../../postgres/database.ts'
import { withQualifiedNames } from '../session.ts'
import { readFamily } from './family-queries.ts'
import { checkOid, tableNotFound } from './table-detail.ts'
import { readTable } from './tables.ts'

/** The partitions and parents of a table. 404 `table_not_found`. */
export async function readTableFamily(tx: Session, id: number): Promise<TableFamily> {
  checkOid(id)
  return withQualifiedNames(tx, async () => {
    if (!(await readTable(tx, id))) throw tableNotFound()
    return readFamily(tx, id)
  })
}
