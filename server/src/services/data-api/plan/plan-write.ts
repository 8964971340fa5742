import { refusal, unknownColumn } from '../errors.ts'
import type { Body } from '../request/body.ts'
import type { Preferences } from '../request/preferences.ts'
import type { QueryParams } from '../request/query-params.ts'
import { nearColumns } from '../schema/relationships.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import type { PlannedCondition, ReadPlan, TargetColumn, WritePlan } from './plan.ts'
import { planOwnConditions } from './plan-read.ts'

type WriteOptions = {
  readonly cache: SchemaCache
  readonly relation: Relation
  readonly query: QueryParams
  readonly preferences: Preferences
  readonly body: Body | undefined
  readonly read: ReadPlan
}

export function planInsert(options: WriteOptions, isPut: boolean): WritePlan {
  const { relation, query, preferences, body } = options
  const resolution = isPut ? 'merge-duplicates' : preferences.resolution
  const target = query.onConflict ?? relation.primaryKey
  const conflict =
    resolution === undefined || target.length === 0
      ? undefined
      : { columns: target, isMerged: resolution === 'merge-duplicates' }
  const conditions = isPut ? planPutConditions(options) : []
  // Rows of views and partitioned tables have no version that shows whether they are new.
  const counting = relation.isPlain ? 'by-version' : 'by-setting'
  return {
    kind: 'insert',
    into: relation,
    alias: relation.name,
    columns: targetColumns(options),
    hasBodyList: body?.isList ?? false,
    isMissingDefault: preferences.missing === 'default' && !isPut,
    conflict,
    countsInserted: conflict?.isMerged === true ? counting : undefined,
    conditions,
    returning: returningOf(options),
  }
}

export function planUpdate(options: WriteOptions): WritePlan {
  const { relation, preferences, body } = options
  return {
    kind: 'update',
    into: relation,
    alias: relation.name,
    columns: targetColumns(options),
    hasBodyList: body?.isList ?? false,
    isMissingDefault: preferences.missing === 'default',
    conditions: ownConditions(options),
    returning: returningOf(options),
  }
}

export function planDelete(options: WriteOptions): WritePlan {
  return {
    kind: 'delete',
    into: options.relation,
    alias: options.relation.name,
    hasBodyList: false,
    conditions: ownConditions(options),
    returning: returningOf(options),
  }
}

const ownConditions = ({ cache, query, relation }: WriteOptions): readonly PlannedCondition[] =>
  planOwnConditions({ cache, query, from: relation })

function targetColumns({ cache, relation, query, body }: WriteOptions): readonly TargetColumn[] {
  const names = body?.keys ?? query.columns ?? []
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw unknownColumn(relation.name, firstUnknown(relation, names) ?? name)
    const { type, default: preset } = column
    return { name, type, default: preset, fromJson: cache.representation(type)?.fromJson }
  })
}

/** The alphabetically first of the unknown columns. */
const firstUnknown = ({ columns }: Relation, names: readonly string[]) =>
  names.filter((name) => !columns.has(name)).toSorted()[0]

function planPutConditions(options: WriteOptions): readonly PlannedCondition[] {
  const { query, relation } = options
  const conditions = ownConditions(options)
  const names = new Set<string>()
  const isKeyOnly = conditions.every((condition) => {
    if (condition.kind !== 'filter' || condition.isNegated) return false
    if (condition.field.path.length > 0 || condition.operation.kind !== 'compare') return false
    names.add(condition.field.name)
    return condition.operation.operator === 'eq' && condition.operation.quantifier === undefined
  })
  const { primaryKey } = relation
  const isWhole = primaryKey.length > 0 && primaryKey.every((name) => names.has(name))
  const isOfOneRow = isKeyOnly && isWhole && names.size === primaryKey.length
  if (!isOfOneRow || query.conditions.some(({ path }) => path.length > 0))
    throw refusal(
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
      { status: 405 },
    )
  return conditions
}

/**
 * The columns of the response, the key, and the columns that embeds join by, even if only headers
 * are requested. A request without a response returns nothing, so that it needs no privilege to
 * read.
 */
function returningOf({ relation, preferences, read }: WriteOptions): readonly string[] {
  const { representation } = preferences
  if (representation === undefined || representation === 'minimal') return []
  const names = new Set<string>()
  for (const output of read.outputs) {
    if (output.kind === 'star') {
      for (const name of relation.columns.keys()) names.add(name)
      continue
    }
    // This includes computed columns: the table's own row is only available here.
    if (output.kind === 'field') names.add(output.field.name)
  }
  for (const { relationship } of read.embeds) {
    const isWhole = relationship.cardinality === 'computed'
    const needed = isWhole ? relation.columns.keys() : nearColumns(relationship)
    for (const name of needed) names.add(name)
  }
  for (const { field, embed } of read.order) if (!embed) names.add(field.name)
  for (const name of relation.primaryKey) names.add(name)
  return [...names]
}
