import type { Condition } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Path, QueryParams } from '../request/query-params.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'
import { notEmbedded } from './plan-fields.ts'

/** The parameters that apply to one resource. */
type Parameters = {
  readonly conditions: readonly Condition[]
  readonly orders: readonly OrderTerm[]
  readonly limit: number | undefined
  readonly offset: number | undefined
  /**
   * The embedded resources with parameters, the last one first, in the order in which they are
   * resolved.
   */
  readonly named: readonly EmbedItem[]
}

/** An embedded resource or the requested one. */
type Resource = EmbedItem | undefined

/**
 * Assigns each filter, order, limit and offset to the resource that its path leads to: by alias, or
 * else by the resource's own name, of which the first counts. Throws PGRST108 (400) for a path that
 * matches no resource.
 */
export function placeParameters(query: QueryParams): (resource: Resource) => Parameters {
  const { select, conditions, orders, limits, offsets } = query
  const resourcesOf = createPaths(select)
  const resourceOf = (path: Path): Resource => resourcesOf(path).at(-1)
  const isLogic = ({ condition }: (typeof conditions)[number]) => condition.kind !== 'filter'
  const named = new Map<Resource, EmbedItem[]>()
  // The last of several invalid paths is reported: filters come first, logic trees last.
  for (const { path } of [
    ...conditions.filter((entry) => !isLogic(entry)).toReversed(),
    ...orders.toReversed(),
    ...limits,
    ...offsets,
    ...conditions.filter(isLogic).toReversed(),
  ])
    note(resourcesOf(path))
  const at = <Entry extends { readonly path: Path }>(entries: readonly Entry[]) =>
    Map.groupBy(entries, ({ path }) => resourceOf(path))
  const placed = {
    conditions: at(conditions),
    orders: at(orders),
    limits: at(limits),
    offsets: at(offsets),
  }
  // If a resource has several parameters of a kind, its first order and its last limit and offset
  // apply.
  return (resource) => ({
    conditions: (placed.conditions.get(resource) ?? []).map(({ condition }) => condition),
    orders: placed.orders.get(resource)?.[0]?.terms ?? [],
    limit: placed.limits.get(resource)?.at(-1)?.limit,
    offset: placed.offsets.get(resource)?.at(-1)?.offset,
    named: [...new Set(named.get(resource)?.toReversed())],
  })

  function note(resources: readonly EmbedItem[]): void {
    resources.forEach((resource, index) => {
      const parent = resources[index - 1]
      const list = named.get(parent)
      if (list) list.push(resource)
      else named.set(parent, [resource])
    })
  }
}

/** Returns a function that finds the resources along a path. */
function createPaths(select: readonly SelectItem[]): (path: Path) => readonly EmbedItem[] {
  const known = new Map<readonly SelectItem[], ReadonlyMap<string, EmbedItem>>()
  const embedsOf = (items: readonly SelectItem[]) => {
    const embeds = known.get(items) ?? embedsByName(items)
    known.set(items, embeds)
    return embeds
  }
  return (path) => {
    const resources: EmbedItem[] = []
    for (const name of path) {
      const resource = embedsOf(resources.at(-1)?.select ?? select).get(name)
      if (!resource) throw notEmbedded(name)
      resources.push(resource)
    }
    return resources
  }
}

function embedsByName(items: readonly SelectItem[]): ReadonlyMap<string, EmbedItem> {
  const embeds = items.filter((item) => item.kind === 'embed')
  // Of two entries with the same key, a Map keeps the later one.
  return new Map([
    ...embeds.map((item) => [item.relation, item] as const).toReversed(),
    ...embeds.map((item) => [item.alias ?? item.relation, item] as const).toReversed(),
  ])
}
