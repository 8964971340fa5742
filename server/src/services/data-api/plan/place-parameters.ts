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
  readonly asked: readonly EmbedItem[]
}

/** An embedded resource or the requested one. */
type Place = EmbedItem | undefined

/**
 * Hands each filter, order, limit and offset to the resource its path leads to: by alias, or else by
 * the resource's own name, the first of several. Throws PGRST108 (400) for a path that leads nowhere.
 */
export function placeParameters(query: QueryParams): (place: Place) => Parameters {
  const { select, conditions, orders, limits, offsets } = query
  const isLogic = ({ condition }: (typeof conditions)[number]) => condition.kind !== 'filter'
  const asked = new Map<Place, EmbedItem[]>()
  // Of several invalid paths the last one is reported, filters before all others and logic trees
  // last.
  for (const { path } of [
    ...conditions.filter((entry) => !isLogic(entry)).toReversed(),
    ...orders.toReversed(),
    ...limits,
    ...offsets,
    ...conditions.filter(isLogic).toReversed(),
  ])
    note(placesOf(select, path))
  const at = <Entry extends { readonly path: Path }>(entries: readonly Entry[]) =>
    Map.groupBy(entries, ({ path }) => placeOf(select, path))
  const placed = {
    conditions: at(conditions),
    orders: at(orders),
    limits: at(limits),
    offsets: at(offsets),
  }
  // Of several parameters for one resource, the first order and the last limit and offset count.
  return (place) => ({
    conditions: (placed.conditions.get(place) ?? []).map(({ condition }) => condition),
    orders: placed.orders.get(place)?.[0]?.terms ?? [],
    limit: placed.limits.get(place)?.at(-1)?.limit,
    offset: placed.offsets.get(place)?.at(-1)?.offset,
    asked: [...new Set(asked.get(place)?.toReversed())],
  })

  function note(places: readonly EmbedItem[]): void {
    places.forEach((place, index) => {
      const parent = places[index - 1]
      const list = asked.get(parent)
      if (list) list.push(place)
      else asked.set(parent, [place])
    })
  }
}

const placeOf = (select: readonly SelectItem[], path: Path): Place => placesOf(select, path).at(-1)

/** The resources along a path. */
function placesOf(select: readonly SelectItem[], path: Path): readonly EmbedItem[] {
  const places: EmbedItem[] = []
  for (const name of path) {
    const here = (places.at(-1)?.select ?? select).filter((item) => item.kind === 'embed')
    const place =
      here.find(({ alias, relation }) => (alias ?? relation) === name) ??
      here.find(({ relation }) => relation === name)
    if (!place) throw notEmbedded(name)
    places.push(place)
  }
  return places
}
