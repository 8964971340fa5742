import { ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import type { Column, EnumType, TypeRef, ValueType } from '../model/model.ts'

/** A value of the request: bound text, cast to its type. */
export const bindValue = (value: unknown, { sql: type, isList }: ValueType): Sql =>
  cast(isList ? listText(value) : textOf(value), type)

/**
 * A column's value in the type in which it is compared: operators of enums do not accept domains
 * over them.
 */
export const comparable = (value: Sql, { base, isDomain }: ValueType): Sql =>
  isDomain ? sql`${value}::${ident(base.schema, base.name)}` : value

/** A value of the request to compare a column with. */
export const bindCompared = (value: unknown, { base, isList }: ValueType): Sql =>
  cast(isList ? listText(value) : textOf(value), base)

/** Several values to compare with as one bound list; undefined if the type has no array type. */
export const bindComparedList = (values: unknown, { baseArray }: ValueType): Sql | undefined =>
  baseArray && cast(listText(values), baseArray)

const cast = (text: string | null, { schema, name }: TypeRef): Sql =>
  sql`${text}::${ident(schema, name)}`

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** An array literal with every element quoted, so that none has a special meaning. */
function listText(values: unknown): string | null {
  if (values === null || values === undefined) return null
  const list: readonly unknown[] = Array.isArray(values) ? values : [values]
  const elements = list.map((value) => {
    const text = textOf(value)
    return text === null ? 'null' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${elements.join(',')}}`
}

const AS_TEXT: ReadonlySet<unknown> = new Set(['BigInt', 'BigFloat', 'JSON'])

/** A column's value as JSON. Numbers that a double cannot hold, and JSON, are sent as text. */
export function renderValue(value: Sql, { item, isList }: ValueType): Sql {
  if (typeof item !== 'string') return item.isMapped ? renderEnum(value, item, isList) : value
  if (!AS_TEXT.has(item)) return value
  return isList ? sql`(${value})::pg_catalog.text[]` : sql`(${value})::pg_catalog.text`
}

function renderEnum(value: Sql, { values }: EnumType, isList: boolean): Sql {
  const name = (label: Sql) => {
    const whens = values.map(
      ([mapped, original]) => sql`when ${literal(original)} then ${literal(mapped)}`,
    )
    return sql`case ${label}::pg_catalog.text ${joinSql(whens, ' ')} end`
  }
  if (!isList) return name(value)
  return sql`case when ${value} is not null then (
    select coalesce(json_agg(${name(sql`entry`)}), '[]')
    from unnest(${value}) as entry
  ) end`
}

export type Entry = readonly [key: string, value: Sql]

/** Functions take at most 100 arguments, and an entry needs two. */
const MAX_ENTRIES = 50

/** A JSON object that keeps the order of its entries. Keys are GraphQL names. */
export function jsonObject(entries: readonly Entry[]): Sql {
  if (entries.length <= MAX_ENTRIES)
    return sql`json_build_object(${joinSql(
      entries.map(([key, value]) => sql`${literal(key)}, ${value}`),
    )})`
  // Larger objects are built in parts, whose texts are joined without their braces.
  const parts: Sql[] = []
  for (let from = 0; from < entries.length; from += MAX_ENTRIES) {
    const part = jsonObject(entries.slice(from, from + MAX_ENTRIES))
    parts.push(sql`substr(left(${part}::pg_catalog.text, -1), 2)`)
  }
  return sql`('{' || ${joinSql(parts, " || ', ' || ")} || '}')::pg_catalog.json`
}

/** A value as an element of a cursor or a node id: exact, and readable as its type. */
export const keyElement = (value: Sql, { type }: Column): Sql => {
  const isPlain = !type.isList && type.item !== 'JSON' && type.item !== 'Opaque'
  return isPlain ? value : sql`${value}::pg_catalog.text`
}

/** A list of values in JSON, as base64. */
export const encodeKey = (elements: readonly Sql[]): Sql =>
  sql`translate(encode(convert_to(
    jsonb_build_array(${joinSql(elements)})::pg_catalog.text, 'utf8'), 'base64'), e'\\n', '')`
