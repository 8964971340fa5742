import { withoutRun } from '../../../lib/without-run.ts'
import { parseJson } from '../request/body.ts'
import type { Column } from '../schema/catalogue.ts'
import type { Relation, Routine } from '../schema/schema-cache.ts'

type Property = Readonly<Record<string, unknown>>

/** A row of a relation as a JSON schema; keys are marked in descriptions, as PostgREST does. */
export function relationDefinition(relation: Relation) {
  const { columns, description } = relation
  const all = [...columns.values()]
  const required = all.filter(({ nullable }) => !nullable).map(({ name }) => name)
  return {
    ...(description !== null && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(all.map((column) => [column.name, property(column, relation)])),
    type: 'object',
  }
}

/** A function's arguments as a JSON schema. */
export function routineSchema({ arguments: all, description }: Routine) {
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    ...(description !== null && { description }),
    ...(required.length > 0 && { required }),
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, type }) => [name, { format: formatOf(type), ...jsonType(type) }]),
    ),
  }
}

function property(column: Column, relation: Relation): Property {
  const description = describe(column, relation)
  const preset = defaultOf(column)
  return {
    ...(preset !== undefined && { default: preset }),
    ...(description !== undefined && { description }),
    ...(column.enum !== null && { enum: column.enum }),
    format: formatOf(column.base),
    ...(column.maxLength !== null && { maxLength: column.maxLength }),
    ...jsonType(column.base),
  }
}

function describe({ name, description }: Column, relation: Relation): string | undefined {
  const reference = relation.relationships.find(
    (relationship) =>
      (relationship.cardinality === 'many-to-one' ||
        (relationship.cardinality === 'one-to-one' && relationship.isReferencing)) &&
      relationship.columns.length === 1 &&
      relationship.columns[0]?.[0] === name,
  )
  const target =
    reference?.cardinality === 'many-to-one' || reference?.cardinality === 'one-to-one'
      ? reference.columns[0]?.[1]
      : undefined
  const notes = [
    ...(relation.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...(reference && target !== undefined
      ? [
          `This is a Foreign Key to \`${reference.foreign.name}.${target}\`.<fk table='${reference.foreign.name}' column='${target}'/>`,
        ]
      : []),
  ]
  if (notes.length === 0) return description ?? undefined
  const own = description === null ? '' : `${description}\n\n`
  return `${own}${['Note:', ...notes].join('\n')}`
}

/** The value of a default; in text columns, an expression is shown as text. */
function defaultOf({ base, default: preset }: Column): unknown {
  if (preset === null) return undefined
  if (jsonType(base).type === 'string') {
    const suffix = `::${base}`
    return preset.endsWith(suffix)
      ? withoutRun(preset.slice(0, -suffix.length).replace(/^'+/, ''), "'")
      : preset
  }
  try {
    return parseJson(preset)
  } catch {
    return undefined
  }
}

const INTEGERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    smallint: 'int32',
    integer: 'int32',
    bigint: 'int64',
  }),
)

/** OpenAPI's format for integers; for other types, their name in Postgres. */
export const formatOf = (type: string): string => INTEGERS.get(type) ?? type

/** The JSON schema of a type's values. Values of json and jsonb can have any type. */
export function jsonType(type: string): { readonly type?: string; readonly items?: object } {
  if (type.endsWith('[]')) return { type: 'array', items: jsonType(type.slice(0, -2)) }
  if (/^(smallint|integer|bigint)$/.test(type)) return { type: 'integer' }
  if (/^(numeric|real|double precision)$/.test(type)) return { type: 'number' }
  if (type === 'boolean') return { type: 'boolean' }
  return type === 'json' || type === 'jsonb' ? {} : { type: 'string' }
}
