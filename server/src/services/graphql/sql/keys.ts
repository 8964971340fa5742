import { ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import { badInput } from '../errors.ts'
import type { Column, Table } from '../model/model.ts'
import type { Source } from './source.ts'
import { comparable, encodeKey, keyElement } from './values.ts'

/** A list of values that was sent as base64: bound for Postgres, and parsed to find nulls. */
export type DecodedKey = {
  readonly list: readonly unknown[]
  /** One element of the list, to compare a column with. */
  value(index: number, column: Column): Sql
}

/** Undefined if the text is not base64 of a list. */
export function decodeKey(text: string): DecodedKey | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined
  const json = Buffer.from(text, 'base64').toString('utf8')
  const list = parseList(json)
  return (
    list && {
      list,
      // Parsed by Postgres, so that no digit of a number is lost.
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
  /** The condition for the one record. */
  where(source: Source): Sql
}

/** Rejects a text that is not a node id, or the id of a table that the role cannot see. */
export function decodeNodeId(text: string, role: RoleSchema): NodeId {
  const id = readNodeId(text)
  const table = role.table(id.schema, id.name)
  if (!table)
    throw badInput(
      'Collection referenced by nodeId did not match any known collection',
      'Use the nodeId of a record that this role can read.',
    )
  return { table, where: chooseOne(table, id) }
}

/** The condition for a record of a table. Rejects the id of another table. */
export function nodeIdWhere(text: string, table: Table): NodeId['where'] {
  const id = readNodeId(text)
  if (id.schema !== table.schema || id.name !== table.name)
    throw badInput(
      'nodeId belongs to a different collection',
      `Use the nodeId of a ${table.type} record.`,
    )
  return chooseOne(table, id)
}

type ReadId = { readonly schema: string; readonly name: string; readonly key: DecodedKey }

function readNodeId(text: string): ReadId {
  const key = decodeKey(text)
  const [schema, name] = key?.list ?? []
  if (!key || typeof schema !== 'string' || typeof name !== 'string') throw invalidId()
  return { schema, name, key }
}

/** The values of the key follow the schema and the table. */
const BEFORE_KEY = 2

function chooseOne({ primaryKey }: Table, { key }: ReadId): NodeId['where'] {
  if (key.list.length !== primaryKey.length + BEFORE_KEY) throw invalidId()
  return (source) =>
    joinSql(
      primaryKey.map((column, index) => {
        const value = key.value(index + BEFORE_KEY, column)
        return sql`${comparable(source.column(column.name), column.type)} = ${value}`
      }),
      ' and ',
    )
}

const invalidId = () => badInput('The nodeId is not valid.', 'Use the nodeId field of a record.')
