import { GraphQLNonNull, type GraphQLFieldConfig } from 'graphql'
import type { Column, Table } from '../model/model.ts'
import { lowerFirst } from '../model/names.ts'
import type { SharedTypes } from './table-types.ts'

const WRITTEN_OUT: ReadonlySet<unknown> = new Set(['Int', 'BigInt', 'String', 'UUID'])

/** `xByPk`: one record by the columns of its primary key, if they are numbers, texts or UUIDs. */
export function byKeyField(
  table: Table,
  { filters, meanings, typesOf }: SharedTypes,
): Record<string, GraphQLFieldConfig<unknown, unknown>> {
  const isWrittenOut = (column: Column) =>
    !column.type.isList && WRITTEN_OUT.has(column.type.item) && table.columns.includes(column)
  if (!table.primaryKey.every(isWrittenOut)) return {}
  const name = `${lowerFirst(table.label)}ByPk`
  meanings.set('Query', name, { kind: 'by-key', table })
  const args = table.primaryKey.map((column) => [
    column.field,
    {
      description: `The \`${column.name}\` of the row`,
      type: new GraphQLNonNull(filters.itemType(column.type.item)),
    },
  ])
  return {
    [name]: {
      description: `The row of \`${table.type}\` with a primary key`,
      type: typesOf(table).node,
      args: Object.fromEntries(args),
    },
  }
}
