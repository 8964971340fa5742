import type { TablePosition } from '@stoa/contract/platform/schema-layouts'
import type { ArrangeTask, Arranged } from './arrange/arrange.ts'
import type { DiagramModel, DiagramNode, Point, Positions } from './diagram-model.ts'

const GAP = 80

const keyOf = (schema: string, name: string): string => JSON.stringify([schema, name])

/** The places of the tables that a saved layout has, and the tables that it lacks. */
export function savedPlaces(
  { nodes }: DiagramModel,
  saved: readonly TablePosition[],
): { readonly places: Positions; readonly missing: readonly DiagramNode[] } {
  const byName = new Map(saved.map((one) => [keyOf(one.schema, one.table), one]))
  const places = new Map<string, Point>()
  for (const { id, schema, name } of nodes) {
    const place = byName.get(keyOf(schema, name))
    if (place) places.set(id, { x: place.x, y: place.y })
  }
  return { places, missing: nodes.filter(({ id }) => !places.has(id)) }
}

/** The work of an arrangement of some tables of a picture. */
export function arrangeTask({ edges }: DiagramModel, nodes: readonly DiagramNode[]): ArrangeTask {
  const ids = new Set(nodes.map(({ id }) => id))
  return {
    nodes: nodes.map(({ id, width, height }) => ({ id, width, height })),
    edges: edges
      .filter(({ source, target }) => ids.has(source) && ids.has(target))
      .map(({ source, target }) => ({ source, target })),
  }
}

/** Adds arranged tables to those that have places, below them. */
export function withArranged(model: DiagramModel, places: Positions, arranged: Arranged) {
  const { left, bottom } = boundsOf(model, places)
  const top = places.size === 0 ? 0 : bottom + GAP
  const all = new Map(places)
  for (const { id, x, y } of arranged) all.set(id, { x: left + x, y: top + y })
  return all
}

/** The layout to save: every table with its place. */
export const toSaved = ({ nodes }: DiagramModel, places: Positions): TablePosition[] =>
  nodes.flatMap(({ id, schema, name }) => {
    const place = places.get(id)
    if (!place) return []
    return [{ schema, table: name, x: Math.round(place.x), y: Math.round(place.y) }]
  })

/** The smallest rectangle around all tables. */
export function boundsOf({ nodes }: DiagramModel, places: Positions) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { id, width, height } of nodes) {
    const place = places.get(id)
    if (!place) continue
    left = Math.min(left, place.x)
    top = Math.min(top, place.y)
    right = Math.max(right, place.x + width)
    bottom = Math.max(bottom, place.y + height)
  }
  if (left > right) return { left: 0, top: 0, right: 0, bottom: 0 }
  return { left, top, right, bottom }
}
