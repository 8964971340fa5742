import { refusal } from '../errors.ts'
import type { QueryParams } from '../request/query-params.ts'
import type { Range } from '../request/range.ts'
import type { RelationName } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { planCondition, type Scope } from './plan-fields.ts'
import { createPlanner, planLevel } from './plan-level.ts'
import { hasAggregate } from './plan-outputs.ts'
import type { PlannedCondition, ReadPlan } from './plan.ts'

export type ReadOptions = {
  readonly cache: SchemaCache
  readonly query: QueryParams
  /** The relation, or the name of a function's rows. */
  readonly from: RelationName
  /** Rows of a write or a function have only these columns. */
  readonly isSourced: boolean
  /** If the filters of the resource apply to a write, its result is not filtered again. */
  readonly isFiltered: boolean
  readonly range: Range
  readonly maxRows: number
  readonly allowsAggregates: boolean
}

/** Resolves `select`, filters, order and counts of a resource and everything embedded in it. */
export function planRead(options: ReadOptions): ReadPlan {
  const { cache, query, from, range, maxRows } = options
  const planner = createPlanner(options)
  const relation = options.isSourced ? cache.relation(from.schema, from.name) : undefined
  const { read } = planLevel(planner, {
    relation: from,
    alias: from.name,
    depth: 0,
    select: query.select,
    item: undefined,
    isFiltered: options.isFiltered,
    isLimited: true,
    parentRow: relation
      ? { kind: 'assembled', type: relation, columns: [...relation.columns.keys()] }
      : { kind: 'own' },
    place: 'nested',
    isNamed: false,
    isCompared: false,
  })
  // Checked after all names are resolved, as in PostgREST.
  if (!options.allowsAggregates && hasAggregate(query.select))
    throw refusal('PGRST123', 'Use of aggregate functions is not allowed', { status: 400 })
  if (planner.hasAggregatedLists)
    throw refusal('PGRST127', 'Feature not implemented', {
      status: 400,
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  const limit = range.limit === undefined ? maxRows : Math.min(range.limit, maxRows)
  return { ...read, offset: range.offset, limit }
}

/** The conditions on the resource itself, for writes. */
export function planOwnConditions(
  options: Pick<ReadOptions, 'cache' | 'query' | 'from'>,
): readonly PlannedCondition[] {
  const { cache, query, from } = options
  const relation = cache.relation(from.schema, from.name)
  const scope: Scope = { cache, relation, alias: from.name, embeds: [] }
  return query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ condition }) => planCondition(condition, scope))
}
