import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { readTableDetail } from '../catalogue/table-detail.ts'
import type { DefinitionChange } from '../history/change-definition.ts'
import { findOwnTable } from './change-table.ts'
import { findTableId } from './create-table.ts'
import { copiedPolicies, copiedTriggers } from './duplicate-attached-sql.ts'
import { duplicateSql } from './duplicate-sql.ts'
import { notATable } from './errors.ts'
import { dropTable, UNDONE_BY_OTHERS } from './undo-sql.ts'

type Copy = {
  readonly name: string
  readonly with_rows: boolean
  readonly with_policies: boolean
  readonly with_triggers: boolean
}

/** Copies a table within its schema, with or without its rows, or nothing at all. */
export const duplicateTable = (
  id: number,
  { name, with_rows: withRows, ...options }: Copy,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const { kind } = await findOwnTable(tx, id)
    if (kind !== 'table') throw notATable()
    const table = await readTableDetail(tx, id)
    const undo = dropTable({ schema: table.schema, name })
    const [create, ...rest] = duplicateSql(table, name, withRows)
    if (create) await tx.define(create, { undo })
    const attached = [
      ...(options.with_policies ? copiedPolicies(table, name) : []),
      ...(options.with_triggers ? await copiedTriggers(tx, table, name) : []),
    ]
    for (const statement of [...rest, ...attached])
      await tx.define(statement, { undo: UNDONE_BY_OTHERS })
  },
  async read(tx) {
    const { schema } = await findOwnTable(tx, id)
    return readTableDetail(tx, await findTableId(tx, { schema, name }))
  },
})
