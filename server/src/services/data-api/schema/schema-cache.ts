import type { DatabaseSettings } from '../../../project/data-plane/database-settings.ts'
import type { Isolation } from '../../../postgres/callers/caller.ts'
import { readColumns, type Catalogue, type Column } from './catalogue.ts'
import { createNames, TYPING_MISTAKE, type Names } from './nearest.ts'
import { deriveRelationships, type RelationName, type Relationship } from './relationships.ts'
import { viewColumns } from './view-columns.ts'

export type Relation = {
  readonly schema: string
  readonly name: string
  /** An ordinary table: not a view, foreign or partitioned table. */
  readonly isPlain: boolean
  readonly isView: boolean
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
  readonly description: string | null
  readonly columns: ReadonlyMap<string, Column>
  /** Empty if there is none. A view has the keys of its tables that it shows completely. */
  readonly primaryKey: readonly string[]
  readonly relationships: readonly Relationship[]
  /** It has relationships, even if only through tables that are not exposed. */
  readonly isRelated: boolean
}

/** An aggregate over rows, or a function, whose type is a domain named like a media type. */
export type MediaHandler = RelationName & {
  readonly oid: string
  readonly mediaType: string
  readonly isBinary: boolean
  readonly isAggregate: boolean
  /** The relation whose rows an aggregate accepts; undefined if it accepts any. */
  readonly rowsOf: RelationName | undefined
}

/** The functions behind a domain's casts that convert its values in responses and requests. */
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
  /** A `record`, whose columns only the function knows, so it counts as one value. */
  readonly isRecord: boolean
  /** The result's type and, if that is a domain, its base type. */
  readonly type: string
  readonly base: string
  /** The exposed table or view whose rows it returns, so that embedding works on it. */
  readonly relation: { readonly schema: string; readonly name: string } | undefined
  readonly columns: readonly string[]
  /** Settings of the function that only take effect before its statement starts. */
  readonly settings: Readonly<Record<string, string>>
  /** The isolation level of its transaction, if the function sets one. */
  readonly isolation: Isolation | undefined
}

/** One reading of the catalogue. Immutable: a reload creates another one. */
export type SchemaCache = {
  /** Changes whenever the content changes; part of the names of prepared statements. */
  readonly version: string
  readonly exposedSchemas: readonly string[]
  /** The settings of the data API that the database had when it was read. */
  readonly databaseSettings: DatabaseSettings
  relation(schema: string, name: string): Relation | undefined
  routines(schema: string, name: string): readonly Routine[]
  /** Undefined for types without a conversion. */
  representation(type: string): Representation | undefined
  /** Empty for most databases. */
  readonly mediaHandlers: readonly MediaHandler[]
  /** PostGIS's function that converts a row to a GeoJSON feature. */
  readonly geoJson: RelationName | undefined
  schemaComment(schema: string): string | undefined
  relationsOf(schema: string): readonly Relation[]
  routinesOf(schema: string): readonly Routine[]
  /** The existing name most similar to an unknown one, for hints. */
  nearestRelation(schema: string, written: string): string | undefined
  nearestRoutine(schema: string, written: string): string | undefined
  /** The most similar name among relations that have relationships. */
  nearestRelated(schema: string, written: string): string | undefined
  /** Settings of a role (`alter role … set`), applied in the transaction of its requests. */
  roleSettings(role: string): Readonly<Record<string, string>>
  /** A role's isolation level, if it sets `default_transaction_isolation`. */
  roleIsolation(role: string): Isolation | undefined
}

const UPDATE = 4
const INSERT = 8
const DELETE = 16

export function createSchemaCache(
  catalogue: Catalogue,
  options: Pick<SchemaCache, 'version' | 'databaseSettings'>,
): SchemaCache {
  const views = viewColumns(catalogue)
  const relationships = deriveRelationships(catalogue, views)
  const relations = new Map<string, Relation>()
  for (const entry of catalogue.relations) {
    const key = entry.keys.find(({ isPrimary }) => isPrimary)?.columns
    let columns: ReadonlyMap<string, Column> | undefined
    relations.set(keyOf(entry.schema, entry.name), {
      schema: entry.schema,
      name: entry.name,
      isPlain: entry.kind === 'r',
      isView: entry.kind === 'v' || entry.kind === 'm',
      isInsertable: (entry.events & INSERT) !== 0,
      isUpdatable: (entry.events & UPDATE) !== 0,
      isDeletable: (entry.events & DELETE) !== 0,
      description: entry.description,
      // Parsed on first use, so that a large schema is ready before all its columns are.
      get columns() {
        columns ??= new Map(readColumns(entry.columns).map((column) => [column.name, column]))
        return columns
      },
      primaryKey: key ?? views.primaryKey(entry.oid),
      relationships: relationships.get(entry.oid) ?? [],
      isRelated: relationships.has(entry.oid),
    })
  }
  const routines = Map.groupBy(catalogue.routines.map(toRoutine), ({ schema, name }) =>
    keyOf(schema, name),
  )
  const settings = new Map<string, Record<string, string>>()
  const isolations = new Map<string, Isolation>()
  for (const { role, name, value } of catalogue.roleSettings) {
    // The search path of a request comes from its schema, not from the role.
    if (name === 'search_path') continue
    // The default applies when a transaction begins, which is before settings are applied.
    if (name === ISOLATION) {
      const isolation = isolationOf(value)
      if (isolation) isolations.set(role, isolation)
      continue
    }
    const own = settings.get(role) ?? {}
    own[name] = value
    settings.set(role, own)
  }
  const schemaComments = new Map(Object.entries(catalogue.schemaComments))
  const representations = readRepresentations(catalogue)
  const relationsBySchema = Map.groupBy(relations.values(), ({ schema }) => schema)
  const routinesBySchema = Map.groupBy([...routines.values()].flat(), ({ schema }) => schema)
  const relationNames = namesBySchema(relationsBySchema)
  const routineNames = namesBySchema(routinesBySchema)
  const relatedNames = namesBySchema({
    get: (schema) => relationsBySchema.get(schema)?.filter(({ isRelated }) => isRelated),
  })
  return {
    ...options,
    exposedSchemas: catalogue.exposedSchemas,
    representation: (type) => representations.get(type),
    mediaHandlers: catalogue.mediaHandlers.map((handler) => ({
      oid: handler.oid,
      schema: handler.schema,
      name: handler.name,
      mediaType: handler.media_type.toLowerCase(),
      isBinary: handler.is_binary,
      isAggregate: handler.is_aggregate,
      rowsOf: handler.rows_of ?? undefined,
    })),
    geoJson: catalogue.geoJson ?? undefined,
    schemaComment: (schema) => schemaComments.get(schema) ?? undefined,
    relation: (schema, name) => relations.get(keyOf(schema, name)),
    routines: (schema, name) => routines.get(keyOf(schema, name)) ?? [],
    relationsOf: (schema) => relationsBySchema.get(schema) ?? [],
    routinesOf: (schema) => routinesBySchema.get(schema) ?? [],
    nearestRelation: (schema, written) => relationNames(schema).nearest(written, TYPING_MISTAKE),
    nearestRoutine: (schema, written) => routineNames(schema).nearest(written, TYPING_MISTAKE),
    nearestRelated: (schema, written) => relatedNames(schema).nearest(written),
    roleSettings: (role) => settings.get(role) ?? noSettings,
    roleIsolation: (role) => isolations.get(role),
  }
}

/** The index of a schema's names is built when a name is first missing there. */
function namesBySchema(entries: {
  get(schema: string): readonly { readonly name: string }[] | undefined
}): (schema: string) => Names {
  const known = new Map<string, Names>()
  return (schema) => {
    let names = known.get(schema)
    if (!names) {
      names = createNames((entries.get(schema) ?? []).map(({ name }) => name))
      known.set(schema, names)
    }
    return names
  }
}

const ISOLATION = 'default_transaction_isolation'
const ISOLATIONS: ReadonlyMap<string, Isolation> = new Map(
  (['read committed', 'repeatable read', 'serializable'] as const).map((level) => [level, level]),
)
const isolationOf = (text: string | undefined) => ISOLATIONS.get(text?.toLowerCase() ?? '')

const noSettings: Readonly<Record<string, string>> = {}
// NUL is the only character that no name can contain.
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

/**
 * Settings that have to be in effect before the statement starts. A statement timeout that is set
 * inside the function would be too late.
 */
const HOISTED: ReadonlySet<string> = new Set([
  'statement_timeout',
  'plan_filter.statement_cost_limit',
])

function hoist(settings: readonly string[]): Pick<Routine, 'settings' | 'isolation'> {
  const pairs = settings.map((entry): [string, string] => {
    const equals = entry.indexOf('=')
    return [entry.slice(0, equals), entry.slice(equals + 1)]
  })
  const kept = pairs.filter(([name]) => HOISTED.has(name))
  return {
    settings: kept.length === 0 ? noSettings : Object.fromEntries(kept),
    isolation: isolationOf(pairs.find(([name]) => name === ISOLATION)?.[1]),
  }
}

function toRoutine(entry: Catalogue['routines'][number]): Routine {
  const all = entry.arguments ?? []
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const outputs = all.filter(({ mode }) => mode === 't' || mode === 'o' || mode === 'b')
  const firstOptional = inputs.length - entry.defaults
  // A single named result is also a column of a row.
  const isRows = entry.is_composite || outputs.length > 0
  const scalarOrRows = isRows ? 'rows' : 'scalar'
  return {
    oid: entry.oid,
    schema: entry.schema,
    name: entry.name,
    description: entry.description,
    type: entry.type,
    base: entry.base,
    ...hoist(entry.settings),
    isVolatile: entry.volatility === 'v',
    arguments: inputs.map(({ name, type, mode }, index) => ({
      name,
      type,
      isRequired: index < firstOptional,
      isVariadic: mode === 'v',
    })),
    returns: entry.is_void ? 'void' : scalarOrRows,
    isSet: entry.is_set,
    isRecord: entry.is_record && !isRows,
    relation: entry.relation ?? undefined,
    columns: outputs.map(({ name }) => name),
  }
}
