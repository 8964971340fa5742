import type { Catalogue, Column } from './catalogue.ts'
import { deriveRelationships, type RelationName, type Relationship } from './relationships.ts'
import { viewColumns } from './view-columns.ts'

export type Relation = {
  readonly schema: string
  readonly name: string
  /** An ordinary table: neither view nor foreign nor divided into partitions. */
  readonly isPlain: boolean
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
  readonly description: string | null
  readonly columns: ReadonlyMap<string, Column>
  /** Empty where there is none; a view has that of the table behind it where it shows all of it. */
  readonly primaryKey: readonly string[]
  readonly relationships: readonly Relationship[]
}

/** An aggregate over rows, or a function, whose type is a domain named like a media type. */
export type MediaHandler = RelationName & {
  readonly mediaType: string
  readonly isBinary: boolean
  readonly isAggregate: boolean
  /** The relation whose rows an aggregate takes; undefined where it takes any. */
  readonly rowsOf: RelationName | undefined
}

/** How values of a domain are shown and read: functions behind its casts. */
export type Representation = {
  readonly toJson: RelationName | undefined
  readonly fromJson: RelationName | undefined
  readonly fromText: RelationName | undefined
}

export type RoutineArgument = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export type Routine = {
  readonly oid: string
  readonly schema: string
  readonly name: string
  readonly description: string | null
  readonly isVolatile: boolean
  readonly arguments: readonly RoutineArgument[]
  /** `rows` has named columns: a table's, a composite type's, or those of `returns table (…)`. */
  readonly returns: 'void' | 'scalar' | 'rows'
  readonly isSet: boolean
  /** The result's type, and the one under it where that is a domain. */
  readonly type: string
  readonly base: string
  /** The table or view whose rows it returns, where it is an exposed one: embedding works on it. */
  readonly relation: { readonly schema: string; readonly name: string } | undefined
  readonly columns: readonly string[]
  /** Settings the function brings with it that only count before its statement starts. */
  readonly settings: Readonly<Record<string, string>>
}

/** One reading of the catalogue. Never changes: a reload makes another. */
export type SchemaCache = {
  /** Differs between readings that differ; part of prepared statements' names. */
  readonly version: string
  readonly exposedSchemas: readonly string[]
  relation(schema: string, name: string): Relation | undefined
  routines(schema: string, name: string): readonly Routine[]
  /** Undefined for types that show as they are. */
  representation(type: string): Representation | undefined
  /** Empty for most databases. */
  readonly mediaHandlers: readonly MediaHandler[]
  /** PostGIS's function that makes a row a GeoJSON feature. */
  readonly geoJson: RelationName | undefined
  schemaComment(schema: string): string | undefined
  relationsOf(schema: string): readonly Relation[]
  routinesOf(schema: string): readonly Routine[]
  /** Settings a role brings with it (`alter role … set`), to be set local when a request becomes it. */
  roleSettings(role: string): Readonly<Record<string, string>>
}

const UPDATE = 4
const INSERT = 8
const DELETE = 16

export function createSchemaCache(
  catalogue: Catalogue,
  options: { readonly version: string; readonly exposedSchemas: readonly string[] },
): SchemaCache {
  const views = viewColumns(catalogue)
  const relationships = deriveRelationships(catalogue, views)
  const relations = new Map<string, Relation>()
  for (const entry of catalogue.relations) {
    const key = entry.keys.find(({ isPrimary }) => isPrimary)?.columns
    relations.set(keyOf(entry.schema, entry.name), {
      schema: entry.schema,
      name: entry.name,
      isPlain: entry.kind === 'r',
      isInsertable: (entry.events & INSERT) !== 0,
      isUpdatable: (entry.events & UPDATE) !== 0,
      isDeletable: (entry.events & DELETE) !== 0,
      description: entry.description,
      columns: new Map(entry.columns.map((column) => [column.name, column])),
      primaryKey: key ?? views.primaryKey(entry.oid),
      relationships: relationships.get(entry.oid) ?? [],
    })
  }
  const routines = Map.groupBy(catalogue.routines.map(toRoutine), ({ schema, name }) =>
    keyOf(schema, name),
  )
  const settings = new Map<string, Record<string, string>>()
  for (const { role, name, value } of catalogue.roleSettings) {
    // A request's search path is the exposed schema's, whatever the role is used to.
    if (name === 'search_path') continue
    const own = settings.get(role) ?? {}
    own[name] = value
    settings.set(role, own)
  }
  const representations = readRepresentations(catalogue)
  return {
    ...options,
    representation: (type) => representations.get(type),
    mediaHandlers: catalogue.mediaHandlers.map((handler) => ({
      schema: handler.schema,
      name: handler.name,
      mediaType: handler.media_type.toLowerCase(),
      isBinary: handler.is_binary,
      isAggregate: handler.is_aggregate,
      rowsOf: handler.rows_of ?? undefined,
    })),
    geoJson: catalogue.geoJson ?? undefined,
    schemaComment: (schema) => catalogue.schemaComments[schema] ?? undefined,
    relation: (schema, name) => relations.get(keyOf(schema, name)),
    routines: (schema, name) => routines.get(keyOf(schema, name)) ?? [],
    relationsOf: (schema) => [...relations.values()].filter((entry) => entry.schema === schema),
    routinesOf: (schema) =>
      [...routines.values()].flat().filter((entry) => entry.schema === schema),
    roleSettings: (role) => settings.get(role) ?? noSettings,
  }
}

const noSettings: Readonly<Record<string, string>> = {}
// NUL is the one character no name can hold.
const keyOf = (schema: string, name: string) => `${schema}\0${name}`

function readRepresentations(catalogue: Catalogue): ReadonlyMap<string, Representation> {
  const found = new Map<string, Representation>()
  const none: Representation = { toJson: undefined, fromJson: undefined, fromText: undefined }
  const add = (type: string, part: Partial<Representation>) =>
    found.set(type, { ...(found.get(type) ?? none), ...part })
  for (const { source, target, schema, name } of catalogue.representations) {
    const routine = { schema, name }
    if (source === 'json') add(target, { fromJson: routine })
    else if (source === 'text') add(target, { fromText: routine })
    else if (target === 'json') add(source, { toJson: routine })
  }
  return found
}

/** A statement's time limit starts with it: set inside the function it would come too late. */
const HOISTED: ReadonlySet<string> = new Set([
  'statement_timeout',
  'plan_filter.statement_cost_limit',
])

function hoist(settings: readonly string[]): Readonly<Record<string, string>> {
  const pairs = settings.map((entry): [string, string] => {
    const equals = entry.indexOf('=')
    return [entry.slice(0, equals), entry.slice(equals + 1)]
  })
  const kept = pairs.filter(([name]) => HOISTED.has(name))
  return kept.length === 0 ? noSettings : Object.fromEntries(kept)
}

function toRoutine(entry: Catalogue['routines'][number]): Routine {
  const all = entry.arguments ?? []
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const outputs = all.filter(({ mode }) => mode === 't' || mode === 'o' || mode === 'b')
  const firstOptional = inputs.length - entry.defaults
  const isRows = entry.is_composite || (entry.is_record && outputs.length !== 1)
  const scalarOrRows = isRows || outputs.some(({ mode }) => mode === 't') ? 'rows' : 'scalar'
  return {
    oid: entry.oid,
    schema: entry.schema,
    name: entry.name,
    description: entry.description,
    type: entry.type,
    base: entry.base,
    settings: hoist(entry.settings),
    isVolatile: entry.volatility === 'v',
    arguments: inputs.map(({ name, type, mode }, index) => ({
      name,
      type,
      isRequired: index < firstOptional,
      isVariadic: mode === 'v',
    })),
    returns: entry.is_void ? 'void' : scalarOrRows,
    isSet: entry.is_set,
    relation: entry.relation ?? undefined,
    columns: outputs.map(({ name }) => name),
  }
}
