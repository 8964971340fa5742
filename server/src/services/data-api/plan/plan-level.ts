import { refusal } from '../errors.ts'
import type { QueryParams } from '../request/query-params.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'
import { isToOne, type RelationName, type Relationship } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { findRelationship } from './find-relationship.ts'
import { MAX_EMBEDS } from './limits.ts'
import { lookUp } from './look-up.ts'
import { placeParameters } from './place-parameters.ts'
import { planCondition, planOrder, type Scope } from './plan-fields.ts'
import { createOutputs, hasRepresentation, isAggregated, spellStar } from './plan-outputs.ts'
import type { EmbedPlan, ParentRow, ReadPlan, SpreadColumn } from './plan.ts'

/** The requested resource, or one that is embedded in it. */
export type Level = {
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

/** The state that the levels of one request share. */
export type Planner = {
  readonly cache: SchemaCache
  readonly maxRows: number
  readonly aliases: Set<string>
  readonly parametersOf: ReturnType<typeof placeParameters>
  readonly planOutputs: ReturnType<typeof createOutputs>
  embedCount: number
  /** Whether aggregates are spread out of lists, which is not implemented. */
  hasAggregatedLists: boolean
}

export const createPlanner = ({
  cache,
  query,
  from,
  maxRows,
}: {
  readonly cache: SchemaCache
  readonly query: QueryParams
  readonly from: RelationName
  readonly maxRows: number
}): Planner => ({
  cache,
  maxRows,
  aliases: new Set([from.name]),
  parametersOf: placeParameters(query),
  planOutputs: createOutputs(),
  embedCount: 0,
  hasAggregatedLists: false,
})

/** A level of the result, with the columns that it passes on if it is spread. */
type PlannedLevel = { readonly read: ReadPlan; readonly provides: readonly SpreadColumn[] }

export function planLevel(planner: Planner, level: Level): PlannedLevel {
  const { cache } = planner
  const { alias, item, place } = level
  const { conditions, orders, limit, offset, named } = planner.parametersOf(item)
  const relation = cache.relation(level.relation.schema, level.relation.name)
  const isAggregating = level.select.some(isAggregated)
  const isNamed = isAggregating || place === 'lists' || level.isNamed
  const select =
    isNamed || (relation !== undefined && hasRepresentation(cache, relation))
      ? level.select.flatMap((selected) => spellStar(selected, relation))
      : level.select
  const others = select.filter((each) => each.kind === 'embed' && !named.includes(each))
  const planned = [...named, ...others].flatMap((each) =>
    each.kind === 'embed' ? [planEmbed(planner, each, { parent: level, isNamed })] : [],
  )
  const embeds = planned.map((entry) => entry.embed)
  const scope: Scope = { cache, relation, alias, embeds }
  const own = planner.planOutputs(select, scope, place === 'spread')
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
    limit: limitOf(planner, limit, level.isLimited),
    embeds: isOrdered ? embeds : embeds.map((embed) => lookUp(embed, filters, planner)),
    isGrouped: isAggregating && place !== 'spread',
    ...(level.isCompared && { isCompared: true }),
  }
  refuseTwins(level)
  return { read, provides: [...own.provides, ...planned.flatMap(({ provides }) => provides)] }
}

/** An embedded list is limited like a response. Postgres rejects a negative limit. */
function limitOf(
  { maxRows }: Planner,
  limit: number | undefined,
  isLimited: boolean,
): number | undefined {
  return isLimited ? Math.min(limit ?? maxRows, maxRows) : limit
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

type PlannedEmbed = { readonly embed: EmbedPlan; readonly provides: readonly SpreadColumn[] }

/** `isNamed`: the parent's columns must be known one by one. */
type InParent = { readonly parent: Level; readonly isNamed: boolean }

function planEmbed(planner: Planner, item: EmbedItem, { parent, isNamed }: InParent): PlannedEmbed {
  planner.embedCount += 1
  if (planner.embedCount > MAX_EMBEDS)
    throw refusal('PGRST100', `More than ${MAX_EMBEDS} embedded resources`, { status: 400 })
  const relationship = findRelationship(planner.cache, parent.relation, item)
  const isOne = isToOne(relationship)
  planner.hasAggregatedLists ||= item.isSpread && !isOne && item.select.some(isAggregated)
  const name = item.alias ?? item.relation
  // The names are PostgREST's: Postgres's messages show them.
  const alias = uniqueAlias(planner, `${parent.relation.name}_${name}_${parent.depth + 1}`)
  const level = levelOf(planner, item, { parent, isNamed, relationship })
  const { read, provides } = planLevel(planner, level)
  const junctionAlias =
    relationship.cardinality === 'many-to-many'
      ? uniqueAlias(planner, relationship.junction.name)
      : ''
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

/** The level of an embed, below that of its parent. */
function levelOf(
  planner: Planner,
  item: EmbedItem,
  { parent, isNamed, relationship }: InParent & { readonly relationship: Relationship },
): Level {
  const { foreign, cardinality } = relationship
  const isOne = isToOne(relationship)
  const depth = parent.depth + 1
  const isSpreadOne = item.isSpread && isOne
  return {
    relation: foreign,
    alias: uniqueAlias(
      planner,
      cardinality === 'many-to-many' ? foreign.name : `${foreign.name}_${depth}`,
    ),
    depth,
    select: item.select,
    item,
    isFiltered: true,
    isLimited: !isOne,
    parentRow: { kind: 'own' },
    place: placeOf(item, isOne),
    isNamed: isSpreadOne && isNamed,
    isCompared: isSpreadOne && (parent.isCompared || parent.select.some(isAggregated)),
  }
}

function placeOf({ isSpread }: EmbedItem, isOne: boolean): Level['place'] {
  if (!isSpread) return 'nested'
  return isOne ? 'spread' : 'lists'
}

/** The name itself if it is free. */
function uniqueAlias({ aliases }: Planner, name: string): string {
  let alias = name
  // Postgres truncates names to 63 bytes, and two truncated names could be equal.
  for (let number = 1; aliases.has(alias) || Buffer.byteLength(alias) > 63; number += 1)
    alias = `${name.slice(0, 12)}_${number}`
  aliases.add(alias)
  return alias
}

const asIs = ({ column }: SpreadColumn): SpreadColumn => ({
  column,
  name: column,
  aggregate: undefined,
})

function uniqueByName(columns: readonly SpreadColumn[]): readonly SpreadColumn[] {
  return [...new Map(columns.map((column) => [column.column, column])).values()]
}
