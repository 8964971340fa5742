import type { DriftKind } from '@stoa/contract/services/meta/drift'
import { ident, rawSql, sql, type Sql } from '../../../postgres/sql.ts'

type Address = {
  readonly kind: DriftKind
  readonly schema: string
  readonly table: string | null
  readonly name: string
}

/** The statement that drops an object. A function that has overloads needs its types, too. */
export function removalSql({ kind, schema, table, name }: Address): Sql {
  switch (kind) {
    case 'column':
      return sql`alter table ${ident(schema, table ?? '')} drop column ${ident(name)}`
    case 'trigger':
    case 'policy':
      return sql`drop ${rawSql(kind)} ${ident(name)} on ${ident(schema, table ?? '')}`
    case 'schema':
      return sql`drop schema ${ident(name)}`
    case 'function':
      return sql`drop routine ${ident(schema, name)}`
    default:
      return sql`drop ${rawSql(kind)} ${ident(schema, name)}`
  }
}
