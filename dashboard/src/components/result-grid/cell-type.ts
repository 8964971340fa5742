/** `numeric(10,2)` → `numeric`, `character varying(160)[]` → `character varying`. */
const bare = (type: string) =>
  type
    .replace(/\(.*\)/, '')
    .replace(/(\[\])+$/, '')
    .trim()
    .toLowerCase()

const NUMERIC = new Set([
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'decimal',
  'real',
  'double precision',
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'money',
  'oid',
])

const INTEGER = new Set(['smallint', 'integer', 'bigint', 'int2', 'int4', 'int8', 'oid'])

const isArray = (type: string) => type.endsWith('[]') || type.startsWith('_')

/** True for the types whose values are printed as a number, right-aligned in a grid. */
export const isNumericType = (type: string) => !isArray(type) && NUMERIC.has(bare(type))

export const isIntegerType = (type: string) => !isArray(type) && INTEGER.has(bare(type))

export const isBooleanType = (type: string) => type === 'boolean' || type === 'bool'

export const isJsonType = (type: string) => type === 'json' || type === 'jsonb'

export type DateKind = 'date' | 'time' | 'timestamp'

/** Which part of a date and time a type stores, or undefined for other types. */
export function dateKind(type: string): DateKind | undefined {
  if (isArray(type)) return undefined
  const name = type.replace(/\(\d+\)/, '')
  if (name === 'date') return 'date'
  if (name.startsWith('timestamp')) return 'timestamp'
  return name === 'time' || name.startsWith('time w') || name === 'timetz' ? 'time' : undefined
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^timestamp(\(\d\))? with time zone/, 'timestamptz$1'],
  [/^timestamp(\(\d\))? without time zone/, 'timestamp$1'],
  [/^time(\(\d\))? with time zone/, 'timetz$1'],
  [/^time(\(\d\))? without time zone/, 'time$1'],
  [/^character varying/, 'varchar'],
  [/^double precision/, 'float8'],
  [/^boolean/, 'bool'],
  [/^public\./, ''],
]

/** The common short name of a type; the full name is in the tooltip. */
export const shortType = (type: string) =>
  SHORT.reduce((text, [long, short]) => text.replace(long, short), type)
