import type { DriftKind } from '@stoa/contract/services/meta/drift'
import { ident, rawSql, sql, type Sql } from '../../../postgres/sql.ts'

type Address = {
  readonly kind: DriftKind
  readonly schema: string
  readonly table: string | null
  readonly name: string
  readonly signature: string | null
  /** The types as Postgres prints them; those of the history have no schemas. */
  readonly argument_types?: readonly string[] | null
}

/** The statement that drops an object. */
export function removalSql({ kind, schema, table, name, ...address }: Address): Sql {
  switch (kind) {
    case 'constraint':
      return sql`alter table ${ident(schema, table ?? '')} drop constraint ${ident(name)}`
    case 'column':
      return sql`alter table ${ident(schema, table ?? '')} drop column ${ident(name)}`
    case 'trigger':
    case 'policy':
      return sql`drop ${rawSql(kind)} ${ident(name)} on ${ident(schema, table ?? '')}`
    case 'schema':
      return sql`drop schema ${ident(name)}`
    case 'function':
      return sql`drop routine ${ident(schema, name)}(${rawSql(typesOf(address))})`
    default:
      return sql`drop ${rawSql(kind)} ${ident(schema, name)}`
  }
}

const typesOf = ({
  signature,
  argument_types: types,
}: Pick<Address, 'signature' | 'argument_types'>) => types?.join(', ') ?? signature ?? ''
