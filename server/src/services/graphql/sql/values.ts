import { ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import type { Column, EnumType, TypeRef, ValueType } from '../model/model.ts'

/** A value of the request as Postgres reads it: bound text, cast to the type it stands for. */
export const bindValue = (value: unknown, { sql: type, isList }: ValueType): Sql =>
  cast(isList ? listText(value) : textOf(value), type)

/** A value of the database as what it is compared as: operators of enums know no domains over them. */
export const comparable = (value: Sql, { base, isDomain }: ValueType): Sql =>
  isDomain ? sql`${value}::${ident(base.schema, base.name)}` : value

/** A value of the request to compare such a one with. */
export const bindCompared = (value: unknown, { base, isList }: ValueType): Sql =>
  cast(isList ? listText(value) : textOf(value), base)

/** Several values to compare with, as one bound list; undefined where the type has no lists. */
export const bindComparedList = (values: unknown, { baseArray }: ValueType): Sql | undefined =>
  baseArray && cast(listText(values), baseArray)

const cast = (text: string | null, { schema, name }: TypeRef): Sql =>
  sql`${text}::${ident(schema, name)}`

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The text of an array: every element quoted, so that none means anything but itself. */
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

/** A value of the database as the JSON of an answer: numbers a double cannot hold, and JSON, as text. */
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

/** Functions take at most 100 arguments, two of which make an entry. */
const MAX_ENTRIES = 50

/** A JSON object whose entries keep their order. Keys are names of GraphQL's grammar. */
export function jsonObject(entries: readonly Entry[]): Sql {
  if (entries.length <= MAX_ENTRIES)
    return sql`json_build_object(${joinSql(
      entries.map(([key, value]) => sql`${literal(key)}, ${value}`),
    )})`
  // More are built in parts, and the texts of the parts joined without their brackets.
  const parts: Sql[] = []
  for (let from = 0; from < entries.length; from += MAX_ENTRIES) {
    const part = jsonObject(entries.slice(from, from + MAX_ENTRIES))
    parts.push(sql`substr(left(${part}::pg_catalog.text, -1), 2)`)
  }
  return sql`('{' || ${joinSql(parts, " || ', ' || ")} || '}')::pg_catalog.json`
}

/** A value as one element of a cursor or a node's id: exact, and readable back as its type. */
export const keyElement = (value: Sql, { type }: Column): Sql => {
  const isPlain = !type.isList && type.item !== 'JSON' && type.item !== 'Opaque'
  return isPlain ? value : sql`${value}::pg_catalog.text`
}

/** A list of values in JSON, as base64. */
export const encodeKey = (elements: readonly Sql[]): Sql =>
  sql`translate(encode(convert_to(
    jsonb_build_array(${joinSql(elements)})::pg_catalog.text, 'utf8'), 'base64'), e'\\n', '')`
