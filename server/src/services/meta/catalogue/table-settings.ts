import type { TableProgress, TableSettings } from '@stoa/contract/services/meta/table-settings'
import type { Session } from '../../../postgres/database.ts'
import { withQualifiedNames } from '../session.ts'
import { readProgress, readSettings } from './setting-queries.ts'
import { checkOid, tableNotFound } from './table-detail.ts'
import { readTable } from './tables.ts'

/** 404 `table_not_found`. */
export const readTableSettings = (tx: Session, id: number): Promise<TableSettings> =>
  withTable(tx, id, () => readSettings(tx, id))

/** 404 `table_not_found`. */
export const readTableProgress = (tx: Session, id: number): Promise<TableProgress[]> =>
  withTable(tx, id, () => readProgress(tx, id))

async function withTable<T>(tx: Session, id: number, work: () => Promise<T>): Promise<T> {
  checkOid(id)
  return withQualifiedNames(tx, async () => {
    if (!(await readTable(tx, id))) throw tableNotFound()
    return work()
  })
}
