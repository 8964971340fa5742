import type { FileColumn } from '@stoa/contract/services/table-files'
import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'

type FileTable = {
  readonly schema: string
  readonly table: string
  readonly columns: readonly FileColumn[]
}

/** Without policies, only the owner and the secret keys read the table. */
export const tableStatements = ({ schema, table, columns }: FileTable): readonly Sql[] => [
  ...(schema === 'public' ? [] : [sql`create schema if not exists ${ident(schema)}`]),
  sql`create table ${ident(schema, table)} (${joinSql(columns.map(columnSql))})`,
  sql`alter table ${ident(schema, table)} enable row level security`,
]

// The types are those of a closed list.
const columnSql = ({ name, type }: FileColumn) => sql`${ident(name)} ${rawSql(type)}`
