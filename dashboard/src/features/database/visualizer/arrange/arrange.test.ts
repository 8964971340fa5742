import { describe, expect, it } from 'vitest'
import { arrange, type ArrangedNode } from './arrange.ts'

const table = (id: string, height = 120): ArrangedNode => ({ id, width: 240, height })
const tables = (count: number) => Array.from({ length: count }, (_, index) => table(`t${index}`))

function overlaps(nodes: readonly ArrangedNode[], places: ReturnType<typeof arrange>) {
  const sizes = new Map(nodes.map((node) => [node.id, node]))
  const boxes = places.map((place) => ({
    ...place,
    ...sizes.get(place.id),
  })) as readonly (ArrangedNode & {
    x: number
    y: number
  })[]
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.id} and ${other.id}`),
  )
}

const extent = (places: ReturnType<typeof arrange>) => ({
  width: Math.max(...places.map(({ x }) => x)) + 240,
  height: Math.max(...places.map(({ y }) => y)) + 120,
})

describe('an arrangement of tables', () => {
  it('has a table left of the one that it refers to', () => {
    const nodes = [table('orders'), table('customers'), table('lines')]
    const places = arrange({
      nodes,
      edges: [
        { source: 'orders', target: 'customers' },
        { source: 'lines', target: 'orders' },
      ],
    })
    const x = (id: string) => places.find((place) => place.id === id)?.x ?? Number.NaN
    expect(x('lines')).toBeLessThan(x('orders'))
    expect(x('orders')).toBeLessThan(x('customers'))
  })

  it('copes with circles, references to itself and edges of unknown tables', () => {
    const nodes = [table('a'), table('b')]
    const places = arrange({
      nodes,
      edges: [
        { source: 'a', target: 'b' },
        { source: 'b', target: 'a' },
        { source: 'a', target: 'a' },
        { source: 'a', target: 'gone' },
      ],
    })
    expect(places.map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
    expect(overlaps(nodes, places)).toEqual([])
  })

  it('is empty without tables', () => {
    expect(arrange({ nodes: [], edges: [] })).toEqual([])
  })

  it('has no two tables at the same place, and is about as wide as high', () => {
    const nodes = tables(200)
    const places = arrange({ nodes, edges: [] })
    expect(places).toHaveLength(200)
    expect(overlaps(nodes, places)).toEqual([])
    const { width, height } = extent(places)
    expect(width / height).toBeGreaterThan(0.4)
    expect(width / height).toBeLessThan(3)
  })

  it('puts the tables that refer to one table into several columns', () => {
    const nodes = tables(300)
    const edges = nodes.slice(1).map(({ id }) => ({ source: id, target: 't0' }))
    const places = arrange({ nodes, edges })
    expect(overlaps(nodes, places)).toEqual([])
    const { width, height } = extent(places)
    expect(width / height).toBeGreaterThan(0.4)
    expect(width / height).toBeLessThan(4)
  })
})
