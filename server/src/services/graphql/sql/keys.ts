import { ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import { badInput } from '../errors.ts'
import type { Column, Table } from '../model/model.ts'
import type { Source } from './source.ts'
import { comparable, encodeKey, keyElement } from './values.ts'

/** A list of values that came as base64: for Postgres to take them from, and for us what is null. */
export type DecodedKey = {
  readonly list: readonly unknown[]
  /** The element at a place, to compare the column's values with. */
  value(index: number, column: Column): Sql
}

/** Undefined where the text is no list of values in base64. */
export function decodeKey(text: string): DecodedKey | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined
  const json = Buffer.from(text, 'base64').toString('utf8')
  const list = parseList(json)
  return (
    list && {
      list,
      // Read by Postgres, so that no digit of a number is lost on the way.
      value: (index, { type }) =>
        sql`(${json}::pg_catalog.jsonb ->> ${index}::pg_catalog.int4)::${ident(
          type.base.schema,
          type.base.name,
        )}`,
    }
  )
}

function parseList(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `nodeId`: base64 of `[schema, table, key …]`. */
export const nodeIdSql = ({ schema, name, primaryKey }: Table, source: Source): Sql =>
  encodeKey([
    sql`${literal(schema)}::pg_catalog.text`,
    sql`${literal(name)}::pg_catalog.text`,
    ...primaryKey.map((column) => keyElement(source.column(column.name), column)),
  ])

export type NodeId = {
  readonly table: Table
  /** Chooses the one record. */
  where(source: Source): Sql
}

/** Undefined for a table the role does not see. Refuses what is no node's id. */
export function decodeNodeId(text: string, role: RoleSchema): NodeId | undefined {
  const key = decodeKey(text)
  const [schema, name, ...values] = key?.list ?? []
  if (!key || typeof schema !== 'string' || typeof name !== 'string') throw invalidId()
  const table = role.table(schema, name)
  if (!table) return undefined
  if (values.length !== table.primaryKey.length) throw invalidId()
  return {
    table,
    where: (source) =>
      joinSql(
        table.primaryKey.map(
          (column, index) =>
            sql`${comparable(source.column(column.name), column.type)} = ${key.value(index + 2, column)}`,
        ),
        ' and ',
      ),
  }
}

const invalidId = () =>
  badInput('The nodeId is not one of this API’s.', 'Take it from the field nodeId of a record.')
