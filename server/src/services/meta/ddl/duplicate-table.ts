import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { readTableDetail } from '../catalogue/table-detail.ts'
import type { DefinitionChange } from '../history/change-definition.ts'
import { findOwnTable } from './change-table.ts'
import { findTableId } from './create-table.ts'
import { duplicateSql } from './duplicate-sql.ts'
import { notATable } from './errors.ts'

type Copy = { readonly name: string; readonly with_rows: boolean }

/** Copies a table within its schema, with or without its rows, or nothing at all. */
export const duplicateTable = (
  id: number,
  { name, with_rows: withRows }: Copy,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const { kind } = await findOwnTable(tx, id)
    if (kind !== 'table') throw notATable()
    const table = await readTableDetail(tx, id)
    for (const statement of duplicateSql(table, name, withRows)) await tx.define(statement)
  },
  async read(tx) {
    const { schema } = await findOwnTable(tx, id)
    return readTableDetail(tx, await findTableId(tx, { schema, name }))
  },
})
