import { refusal } from '../errors.ts'
import type { QueryParams } from '../request/query-params.ts'
import type { Range } from '../request/range.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'
import { isToOne, type RelationName } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { findRelationship } from './find-relationship.ts'
import { placeParameters } from './place-parameters.ts'
import { planCondition, planOrder, type Scope } from './plan-fields.ts'
import {
  createOutputs,
  hasAggregate,
  hasRepresentation,
  isAggregated,
  spellStar,
} from './plan-outputs.ts'
import type { EmbedPlan, ParentRow, PlannedCondition, ReadPlan, SpreadColumn } from './plan.ts'

/** Limits the embeds, because Postgres has to plan a join for each. */
const MAX_EMBEDS = 200
/** Beyond this many rows, a join is faster than a lookup for each row. */
const MAX_LOOKUPS = 10_000

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
  return createPlanner(options).root()
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

type Level = {
  readonly relation: RelationName
  readonly alias: string
  /** How many levels are above this one. */
  readonly depth: number
  readonly select: readonly SelectItem[]
  /** The embed; undefined for the requested resource. */
  readonly item: EmbedItem | undefined
  readonly isFiltered: boolean
  /** Reads no more rows than a response may contain. */
  readonly isLimited: boolean
  readonly parentRow: ParentRow
  /** `spread` passes its columns and aggregates to the level above, `lists` its columns. */
  readonly place: 'nested' | 'spread' | 'lists'
  /** The level above needs the columns one by one. */
  readonly isNamed: boolean
  /** Rows of the level above with equal values in these columns become one. */
  readonly isCompared: boolean
}

/**
 * Two embeds with the same name are rejected with the error that Postgres gives PostgREST for them.
 */
function refuseTwins({ select, relation, depth }: Level): void {
  const names = select.flatMap((item) =>
    item.kind === 'embed' ? [item.alias ?? item.relation] : [],
  )
  const twin = names.find((name, index) => names.indexOf(name) < index)
  if (twin === undefined) return
  const shown = `${relation.name}_${twin}_${depth + 1}`
  throw refusal('42712', `table name "${shown}" specified more than once`, { status: 400 })
}

/** A level of the result, with the columns that it passes on if it is spread. */
type Planned = { readonly read: ReadPlan; readonly provides: readonly SpreadColumn[] }

function createPlanner(options: ReadOptions) {
  const { cache, query, from, isFiltered, isSourced, range, maxRows } = options
  const aliases = new Set<string>([from.name])
  const parametersOf = placeParameters(query)
  const planOutputs = createOutputs()
  let embedCount = 0
  let hasAggregatedLists = false

  function root(): ReadPlan {
    const limit = range.limit === undefined ? maxRows : Math.min(range.limit, maxRows)
    const known = isSourced ? cache.relation(from.schema, from.name) : undefined
    const { read } = plan({
      relation: from,
      alias: from.name,
      depth: 0,
      select: query.select,
      item: undefined,
      isFiltered,
      isLimited: true,
      parentRow: known
        ? { kind: 'assembled', type: known, columns: [...known.columns.keys()] }
        : { kind: 'own' },
      place: 'nested',
      isNamed: false,
      isCompared: false,
    })
    // Checked after all names are resolved, as in PostgREST.
    if (!options.allowsAggregates && hasAggregate(query.select))
      throw refusal('PGRST123', 'Use of aggregate functions is not allowed', { status: 400 })
    if (hasAggregatedLists)
      throw refusal('PGRST127', 'Feature not implemented', {
        status: 400,
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      })
    return { ...read, offset: range.offset, limit }
  }

  function plan(level: Level): Planned {
    const { alias, item, place } = level
    const { conditions, orders, limit, offset, asked } = parametersOf(item)
    const relation = cache.relation(level.relation.schema, level.relation.name)
    const isAggregating = level.select.some(isAggregated)
    const isNamed = isAggregating || place === 'lists' || level.isNamed
    const select =
      isNamed || (relation !== undefined && hasRepresentation(cache, relation))
        ? level.select.flatMap((item) => spellStar(item, relation))
        : level.select
    const others = select.filter((each) => each.kind === 'embed' && !asked.includes(each))
    const planned = [...asked, ...others].flatMap((each) =>
      each.kind === 'embed' ? [embed(each, level, isNamed)] : [],
    )
    const embeds = planned.map((entry) => entry.embed)
    const scope: Scope = { cache, relation, alias, embeds }
    const own = planOutputs(select, scope, place === 'spread')
    const filters = (level.isFiltered ? conditions : []).map((condition) =>
      planCondition(condition, scope),
    )
    const isOrdered = orders.length > 0 || isAggregating || level.isCompared
    const read: ReadPlan = {
      from: level.relation,
      alias,
      outputs: own.outputs,
      conditions: filters,
      order: orders.map((term) => planOrder(term, scope)),
      offset: offset ?? 0,
      limit: limitOf(limit, level.isLimited),
      embeds: isOrdered ? embeds : embeds.map((embed) => lookUp(embed, filters)),
      isGrouped: isAggregating && place !== 'spread',
      ...(level.isCompared && { isCompared: true }),
    }
    refuseTwins(level)
    return { read, provides: [...own.provides, ...planned.flatMap(({ provides }) => provides)] }
  }

  /** An embedded list is limited like a response. Postgres rejects a negative limit. */
  function limitOf(asked: number | undefined, isLimited: boolean): number | undefined {
    return isLimited ? Math.min(asked ?? maxRows, maxRows) : asked
  }

  /**
   * For each row, one row of a table is looked up by its key. The limit does not change the result,
   * but keeps Postgres from choosing a join that changes the order of stored rows, which is the
   * order of a response without `order`. Joins suit views, and embeds that filter rows, better.
   */
  function lookUp(embed: EmbedPlan, conditions: readonly PlannedCondition[]): EmbedPlan {
    const { isInner, relationship, read } = embed
    const { schema, name } = relationship.foreign
    const isFilter = isInner && (read.conditions.length > 0 || read.embeds.some(isInnerEmbed))
    const isJoined =
      maxRows > MAX_LOOKUPS ||
      isFilter ||
      !isToOne(relationship) ||
      relationship.cardinality === 'computed' ||
      cache.relation(schema, name)?.isView !== false ||
      conditions.some((condition) => asksFor(condition, embed))
    return isJoined || read.limit !== undefined
      ? embed
      : { ...embed, read: { ...read, limit: maxRows } }
  }

  /** @param isNamed the parent's columns must be known one by one. */
  function embed(
    item: EmbedItem,
    parent: Level,
    isNamed: boolean,
  ): { readonly embed: EmbedPlan; readonly provides: readonly SpreadColumn[] } {
    embedCount += 1
    if (embedCount > MAX_EMBEDS)
      throw refusal('PGRST100', `More than ${MAX_EMBEDS} embedded resources`, { status: 400 })
    const relationship = findRelationship(cache, parent.relation, item)
    const isOne = isToOne(relationship)
    hasAggregatedLists ||= item.isSpread && !isOne && item.select.some(isAggregated)
    const name = item.alias ?? item.relation
    const { foreign, cardinality } = relationship
    const depth = parent.depth + 1
    // The names are PostgREST's: Postgres's messages show them.
    const alias = uniqueAlias(`${parent.relation.name}_${name}_${depth}`)
    const { read, provides } = plan({
      relation: foreign,
      alias: uniqueAlias(
        cardinality === 'many-to-many' ? foreign.name : `${foreign.name}_${depth}`,
      ),
      depth,
      select: item.select,
      item,
      isFiltered: true,
      isLimited: !isOne,
      parentRow: { kind: 'own' },
      place: placeOf(item, isOne),
      isNamed: item.isSpread && isOne && isNamed,
      isCompared: item.isSpread && isOne && (parent.isCompared || parent.select.some(isAggregated)),
    })
    const junctionAlias =
      relationship.cardinality === 'many-to-many' ? uniqueAlias(relationship.junction.name) : ''
    const common = {
      name,
      relationship,
      alias,
      parentAlias: parent.alias,
      parentRow: parent.parentRow,
      junctionAlias,
      isInner: item.isInner,
      read,
    }
    if (!item.isSpread)
      return {
        embed: { ...common, shape: { kind: 'nested' } },
        provides: [{ column: name, name, aggregate: undefined }],
      }
    const columns = uniqueByName(provides)
    if (!isOne)
      return {
        embed: { ...common, shape: { kind: 'lists', columns } },
        provides: columns.map(asIs),
      }
    if (!isNamed) return { embed: { ...common, shape: { kind: 'spread' } }, provides }
    // Aggregates are computed at the first level that is not spread.
    const shown = parent.place === 'spread' ? columns.map(asIs) : columns
    return { embed: { ...common, shape: { kind: 'columns', columns: shown } }, provides: columns }
  }

  /** The name itself if it is free. */
  function uniqueAlias(name: string): string {
    let alias = name
    // Postgres truncates names to 63 bytes, and two truncated names could be equal.
    for (let number = 1; aliases.has(alias) || Buffer.byteLength(alias) > 63; number += 1)
      alias = `${name.slice(0, 12)}_${number}`
    aliases.add(alias)
    return alias
  }

  return { root }
}

const isInnerEmbed = ({ isInner }: EmbedPlan): boolean => isInner

/** Whether a condition tests for the existence of an embed. */
function asksFor(condition: PlannedCondition, embed: EmbedPlan): boolean {
  if (condition.kind === 'filter') return false
  if (condition.kind === 'embed-is-null') return condition.embed === embed
  return condition.conditions.some((inner) => asksFor(inner, embed))
}

function placeOf({ isSpread }: EmbedItem, isOne: boolean): Level['place'] {
  if (!isSpread) return 'nested'
  return isOne ? 'spread' : 'lists'
}

const asIs = ({ column }: SpreadColumn): SpreadColumn => ({
  column,
  name: column,
  aggregate: undefined,
})

function uniqueByName(columns: readonly SpreadColumn[]): readonly SpreadColumn[] {
  return [...new Map(columns.map((column) => [column.column, column])).values()]
}
