import { refusal } from '../errors.ts'
import type { Path, QueryParams } from '../request/query-params.ts'
import { unsatisfiable, type Range } from '../request/range.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'
import { isToOne, type RelationName } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { findRelationship } from './find-relationship.ts'
import { notEmbedded, planCondition, planOrder, type Scope } from './plan-fields.ts'
import { createOutputs, hasRepresentation, isAggregated, spellStar } from './plan-outputs.ts'
import type { EmbedPlan, ParentRow, PlannedCondition, ReadPlan, SpreadColumn } from './plan.ts'

/** Each embed is a join to plan for; past this a request is no request of a person's. */
const MAX_EMBEDS = 200

export type ReadOptions = {
  readonly cache: SchemaCache
  readonly query: QueryParams
  /** The relation read, or the name rows of a function go by. */
  readonly from: RelationName
  /** Where rows come from a write or a function, columns are all there is of them. */
  readonly isSourced: boolean
  /** Where filters on the resource itself apply to a write, the answer is not filtered again. */
  readonly isFiltered: boolean
  readonly range: Range
  readonly maxRows: number
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
  readonly select: readonly SelectItem[]
  readonly path: Path
  readonly isFiltered: boolean
  readonly isMany: boolean
  readonly parentRow: ParentRow
  /** `spread` hands its columns and aggregates to the level above, `lists` its columns. */
  readonly place: 'nested' | 'spread' | 'lists'
  /** The level above needs the columns one by one. */
  readonly isNamed: boolean
}

/** A level with what it hands on where it is spread. */
type Planned = { readonly read: ReadPlan; readonly provides: readonly SpreadColumn[] }

function createPlanner(options: ReadOptions) {
  const { cache, query, from, isFiltered, isSourced, range, maxRows } = options
  const aliases = new Set<string>([from.name])
  const planOutputs = createOutputs()
  let embedCount = 0

  function root(): ReadPlan {
    const limit = range.limit === undefined ? maxRows : Math.min(range.limit, maxRows)
    const known = isSourced ? cache.relation(from.schema, from.name) : undefined
    const { read } = plan({
      relation: from,
      alias: from.name,
      select: query.select,
      path: [],
      isFiltered,
      isMany: true,
      parentRow: known
        ? { kind: 'assembled', type: known, columns: [...known.columns.keys()] }
        : { kind: 'own' },
      place: 'nested',
      isNamed: false,
    })
    for (const { path } of [
      ...query.conditions,
      ...query.orders,
      ...query.limits,
      ...query.offsets,
    ])
      guardPath(read, path)
    return { ...read, offset: range.offset, limit }
  }

  function plan(level: Level): Planned {
    const { alias, path, place } = level
    const relation = cache.relation(level.relation.schema, level.relation.name)
    const isAggregating = level.select.some(isAggregated)
    const isNamed = isAggregating || place === 'lists' || level.isNamed
    const select =
      isNamed || (relation !== undefined && hasRepresentation(cache, relation))
        ? level.select.flatMap((item) => spellStar(item, relation))
        : level.select
    const planned = select.flatMap((item) =>
      item.kind === 'embed' ? [embed(item, level, isNamed)] : [],
    )
    const embeds = planned.map((entry) => entry.embed)
    const scope: Scope = { cache, relation, alias, embeds }
    const own = planOutputs(select, scope, place === 'spread')
    const read: ReadPlan = {
      from: level.relation,
      alias,
      outputs: own.outputs,
      conditions: (level.isFiltered ? query.conditions : [])
        .filter((entry) => isSamePath(entry.path, path))
        .map(({ condition }) => planCondition(condition, scope)),
      order: query.orders
        .filter((entry) => isSamePath(entry.path, path))
        .flatMap(({ terms }) => terms.map((term) => planOrder(term, scope))),
      offset: query.offsets.find((entry) => isSamePath(entry.path, path))?.offset ?? 0,
      limit: limitOf(path, level.isMany),
      embeds,
      isGrouped: isAggregating && place !== 'spread',
    }
    return { read, provides: [...own.provides, ...planned.flatMap(({ provides }) => provides)] }
  }

  /** Also an embedded list is no longer than one answer may be. */
  function limitOf(path: Path, isMany: boolean): number | undefined {
    const asked = query.limits.find((entry) => isSamePath(entry.path, path))?.limit
    if (asked !== undefined && asked < 0)
      throw unsatisfiable('Limit should be greater than or equal to zero.')
    return isMany ? Math.min(asked ?? maxRows, maxRows) : asked
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
    const name = item.alias ?? item.relation
    const alias = uniqueAlias(relationship.foreign.name)
    const { read, provides } = plan({
      relation: relationship.foreign,
      alias,
      select: item.select,
      path: [...parent.path, name],
      isFiltered: true,
      isMany: !isOne,
      parentRow: { kind: 'own' },
      place: placeOf(item, isOne),
      isNamed: item.isSpread && isOne && isNamed,
    })
    const junctionAlias =
      relationship.cardinality === 'many-to-many' ? uniqueAlias(relationship.junction.name) : ''
    const common = {
      name,
      relationship,
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
    // Aggregates wait for the level that is not itself spread.
    const shown = parent.place === 'spread' ? columns.map(asIs) : columns
    return { embed: { ...common, shape: { kind: 'columns', columns: shown } }, provides: columns }
  }

  function uniqueAlias(name: string): string {
    for (let number = 1; ; number += 1) {
      // Postgres cuts names at 63 bytes, and two cut ones would be one.
      const alias = `${name.slice(0, 12)}_${number}`
      if (aliases.has(alias)) continue
      aliases.add(alias)
      return alias
    }
  }

  return { root }
}

function placeOf(item: EmbedItem, isOne: boolean): Level['place'] {
  if (!item.isSpread) return 'nested'
  if (isOne) return 'spread'
  if (item.select.some(isAggregated))
    throw refusal('PGRST127', 'Feature not implemented', {
      status: 400,
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  return 'lists'
}

const asIs = ({ column }: SpreadColumn): SpreadColumn => ({
  column,
  name: column,
  aggregate: undefined,
})

function uniqueByName(columns: readonly SpreadColumn[]): readonly SpreadColumn[] {
  return [...new Map(columns.map((column) => [column.column, column])).values()]
}

const isSamePath = (left: Path, right: Path) =>
  left.length === right.length && left.every((name, index) => name === right[index])

function guardPath(plan: ReadPlan, path: Path): void {
  let here = plan
  for (const name of path) {
    const found = here.embeds.find((embed) => embed.name === name)
    if (!found) throw notEmbedded(name)
    here = found.read
  }
}
