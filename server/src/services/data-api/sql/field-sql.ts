import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { PlannedField } from '../plan/plan.ts'

/** A column, or a path inside it. The keys of the path are bound. */
export function renderField(field: PlannedField, alias: string): Sql {
  const column = ident(alias, field.name)
  if (field.path.length === 0) return column
  const start = field.isTurnedToJson ? sql`to_jsonb(${column})` : column
  const steps = field.path.map(({ key, isIndex, isText }) => {
    const arrow = isText ? sql`->>` : sql`->`
    return isIndex ? sql`${arrow}${key}::integer` : sql`${arrow}${key}`
  })
  return sql`(${joinSql([start, ...steps], '')})`
}

/** Types whose names are keywords of the grammar. Quoted, they would be other types or none. */
const GRAMMAR_TYPES: ReadonlySet<string> = new Set([
  'int',
  'integer',
  'bigint',
  'smallint',
  'real',
  'float',
  'double precision',
  'decimal',
  'dec',
  'numeric',
  'boolean',
  'char',
  'character',
  'character varying',
  'bit',
  'bit varying',
  'time with time zone',
  'time without time zone',
  'timestamp with time zone',
  'timestamp without time zone',
])

/** A type that a client names in a cast: a keyword of the grammar or an identifier. */
export function renderCast(value: Sql, type: string): Sql {
  const name = type.toLowerCase().replaceAll(/ +/g, ' ')
  return sql`cast(${value} as ${GRAMMAR_TYPES.has(name) ? rawSql(name) : ident(name)})`
}
