import { refusal } from '../errors.ts'
import type { Field } from '../request/field.ts'
import type { Condition, Filter } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Path, QueryParams } from '../request/query-params.ts'
import { unsatisfiable, type Range } from '../request/range.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'
import { isToOne } from '../schema/relationships.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import { findRelationship } from './find-relationship.ts'
import type {
  EmbedPlan,
  Output,
  PlannedCondition,
  PlannedField,
  PlannedOrder,
  ReadPlan,
} from './plan.ts'

/** Each embed is a join to plan for; past this a request is no request of a person's. */
const MAX_EMBEDS = 200

export type ReadOptions = {
  readonly cache: SchemaCache
  readonly query: QueryParams
  /** The relation read, or the name rows of a function go by. */
  readonly from: { readonly schema: string; readonly name: string }
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
export function planOwnConditions(options: ReadOptions): readonly PlannedCondition[] {
  return createPlanner(options).ownConditions()
}

function createPlanner({ cache, query, from, isFiltered, range, maxRows }: ReadOptions) {
  const aliases = new Set<string>([from.name])
  let embedCount = 0

  function root(): ReadPlan {
    const limit = range.limit === undefined ? maxRows : Math.min(range.limit, maxRows)
    const plan = node({
      relation: from,
      alias: from.name,
      select: query.select,
      path: [],
      isFiltered,
      isMany: true,
    })
    for (const { path } of [
      ...query.conditions,
      ...query.orders,
      ...query.limits,
      ...query.offsets,
    ])
      guardPath(plan, path)
    return { ...plan, offset: range.offset, limit }
  }

  function node(options: {
    relation: { readonly schema: string; readonly name: string }
    alias: string
    select: readonly SelectItem[]
    path: Path
    isFiltered: boolean
    isMany: boolean
  }): ReadPlan {
    const { relation, alias, select, path, isMany } = options
    const columns = cache.relation(relation.schema, relation.name)
    const embeds = select.flatMap((item) =>
      item.kind === 'embed' ? [embed(item, relation, alias, path)] : [],
    )
    const conditions = options.isFiltered
      ? query.conditions.filter((entry) => isSamePath(entry.path, path))
      : []
    return {
      from: relation,
      alias,
      outputs: select.flatMap((item) => outputOf(item, columns)),
      conditions: conditions.map(({ condition }) => plan(condition, columns, embeds)),
      order: query.orders
        .filter((entry) => isSamePath(entry.path, path))
        .flatMap(({ terms }) => terms.map((term) => planOrder(term, columns, embeds, alias))),
      offset: query.offsets.find((entry) => isSamePath(entry.path, path))?.offset ?? 0,
      limit: limitOf(path, isMany),
      embeds,
    }
  }

  /** Also an embedded list is no longer than one answer may be. */
  function limitOf(path: Path, isMany: boolean): number | undefined {
    const asked = query.limits.find((entry) => isSamePath(entry.path, path))?.limit
    if (asked !== undefined && asked < 0)
      throw unsatisfiable('Limit should be greater than or equal to zero.')
    return isMany ? Math.min(asked ?? maxRows, maxRows) : asked
  }

  function embed(
    item: EmbedItem,
    parent: { readonly schema: string; readonly name: string },
    parentAlias: string,
    path: Path,
  ): EmbedPlan {
    embedCount += 1
    if (embedCount > MAX_EMBEDS)
      throw refusal('PGRST100', `More than ${MAX_EMBEDS} embedded resources`, { status: 400 })
    const relationship = findRelationship(cache, parent, item)
    if (item.isSpread && !isToOne(relationship))
      throw refusal('PGRST127', 'Feature not implemented', {
        status: 400,
        details: `'${item.relation}' is a to-many relationship of '${parent.name}' and cannot be spread.`,
      })
    const name = item.alias ?? item.relation
    const alias = uniqueAlias(relationship.foreign.name)
    return {
      name,
      relationship,
      parentAlias,
      junctionAlias:
        relationship.cardinality === 'many-to-many' ? uniqueAlias(relationship.junction.name) : '',
      isInner: item.isInner,
      isSpread: item.isSpread,
      read: node({
        relation: relationship.foreign,
        alias,
        select: item.select,
        path: [...path, name],
        isFiltered: true,
        isMany: !isToOne(relationship),
      }),
    }
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

  return {
    root,
    ownConditions: () => {
      const columns = cache.relation(from.schema, from.name)
      return query.conditions
        .filter(({ path }) => path.length === 0)
        .map(({ condition }) => plan(condition, columns, []))
    },
  }
}

const isSamePath = (left: Path, right: Path) =>
  left.length === right.length && left.every((name, index) => name === right[index])

function guardPath(plan: ReadPlan, path: Path): void {
  let here = plan
  for (const name of path) {
    const found = here.embeds.find((embed) => embed.name === name)
    if (!found)
      throw refusal('PGRST108', `'${name}' is not an embedded resource in this request`, {
        status: 400,
        hint: `Verify that '${name}' is included in the 'select' query parameter.`,
      })
    here = found.read
  }
}

function outputOf(item: SelectItem, columns: Relation | undefined): readonly Output[] {
  if (item.kind === 'embed') return []
  if (item.kind === 'star') return [{ kind: 'star' }]
  const { field, cast, alias } = item
  const keys = field.path.filter(({ isIndex }) => !isIndex)
  const name = alias ?? keys.at(-1)?.key ?? field.name
  return [{ kind: 'field', field: planField(field, columns), cast, name }]
}

export function planField(field: Field, columns: Relation | undefined): PlannedField {
  const column = columns?.columns.get(field.name)
  return {
    ...field,
    isTurnedToJson: column !== undefined && (column.category === 'A' || column.category === 'C'),
    isTsVector: field.path.length === 0 && (column === undefined || column.base === 'tsvector'),
  }
}

function plan(
  condition: Condition,
  columns: Relation | undefined,
  embeds: readonly EmbedPlan[],
): PlannedCondition {
  if (condition.kind === 'filter') return planFilter(condition.filter, columns, embeds)
  return {
    ...condition,
    conditions: condition.conditions.map((inner) => plan(inner, columns, embeds)),
  }
}

function planFilter(
  filter: Filter,
  columns: Relation | undefined,
  embeds: readonly EmbedPlan[],
): PlannedCondition {
  const { field, isNegated, operation } = filter
  const embed = field.path.length === 0 ? embeds.find(({ name }) => name === field.name) : undefined
  if (!embed) return { kind: 'filter', field: planField(field, columns), isNegated, operation }
  if (operation.kind === 'is' && operation.value === 'null')
    return { kind: 'embed-is-null', embed, isNegated }
  if (operation.kind === 'is' && operation.value === 'not_null')
    return { kind: 'embed-is-null', embed, isNegated: !isNegated }
  throw refusal('PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
    status: 400,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

function planOrder(
  term: OrderTerm,
  columns: Relation | undefined,
  embeds: readonly EmbedPlan[],
  alias: string,
): PlannedOrder {
  const { relation, field, direction, nulls } = term
  if (relation === undefined)
    return { field: planField(field, columns), embed: undefined, direction, nulls }
  const embed = embeds.find(({ name }) => name === relation)
  if (!embed)
    throw refusal('PGRST108', `'${relation}' is not an embedded resource in this request`, {
      status: 400,
      hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
    })
  if (!isToOne(embed.relationship))
    throw refusal('PGRST118', `A related order on '${relation}' is not possible`, {
      status: 400,
      details: `'${alias}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  return { field: planField(field, undefined), embed, direction, nulls }
}
