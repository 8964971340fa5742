import { refusal, unknownColumn } from '../errors.ts'
import type { Body } from '../request/body.ts'
import type { Preferences } from '../request/preferences.ts'
import type { QueryParams } from '../request/query-params.ts'
import { nearColumns } from '../schema/relationships.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import { nearest } from '../schema/nearest.ts'
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
  // Rows of views and of partitioned tables have no version to tell by.
  const counting = relation.isPlain ? 'by-version' : 'by-setting'
  return {
    kind: 'insert',
    into: relation,
    alias: relation.name,
    columns: targetColumns(options),
    hasBodyList: body?.isList ?? false,
    isMissingDefault: preferences.missing === 'default',
    conflict,
    countsInserted: conflict?.isMerged === true ? counting : undefined,
    conditions: isPut ? planPutConditions(options) : [],
    returning: returningOf(options, preferences.representation === 'headers-only'),
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
    returning: returningOf(options, false),
  }
}

export function planDelete(options: WriteOptions): WritePlan {
  return {
    kind: 'delete',
    into: options.relation,
    alias: options.relation.name,
    hasBodyList: false,
    conditions: ownConditions(options),
    returning: returningOf(options, false),
  }
}

const ownConditions = ({ cache, query, relation }: WriteOptions): readonly PlannedCondition[] =>
  planOwnConditions({ cache, query, from: relation })

function targetColumns({ cache, relation, query, body }: WriteOptions): readonly TargetColumn[] {
  return (query.columns ?? body?.keys ?? []).map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw unknownColumn(relation.name, name, nearest(name, relation.columns.keys()))
    const { type, default: preset } = column
    return { name, type, default: preset, fromJson: cache.representation(type)?.fromJson }
  })
}

function planPutConditions(options: WriteOptions): readonly PlannedCondition[] {
  const { query, relation } = options
  if (query.limits.length > 0 || query.offsets.length > 0)
    throw refusal('PGRST114', 'limit/offset querystring parameters are not allowed for PUT', {
      status: 400,
    })
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
  if (!isKeyOnly || !isWhole || names.size !== primaryKey.length)
    throw refusal(
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
      { status: 405 },
    )
  return conditions
}

/**
 * The columns the answer is made of, and those embeds join by. Nothing is returned to a request that
 * wants no answer, so that it needs no right to read.
 */
function returningOf(
  { relation, preferences, read }: WriteOptions,
  needsKey: boolean,
): readonly string[] {
  const names = new Set<string>(needsKey ? relation.primaryKey : [])
  if (preferences.representation !== 'representation') return [...names]
  for (const output of read.outputs) {
    if (output.kind === 'star') {
      for (const name of relation.columns.keys()) names.add(name)
      continue
    }
    // Also a computed column: the table's own row is at hand here and nowhere later.
    if (output.kind === 'field') names.add(output.field.name)
  }
  for (const { relationship } of read.embeds) {
    const isWhole = relationship.cardinality === 'computed'
    const needed = isWhole ? relation.columns.keys() : nearColumns(relationship)
    for (const name of needed) names.add(name)
  }
  for (const { field, embed } of read.order) if (!embed) names.add(field.name)
  for (const name of relation.primaryKey) if (names.size === 0) names.add(name)
  return [...names]
}
