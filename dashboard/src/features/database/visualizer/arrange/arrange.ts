import { graphlib, layout } from '@dagrejs/dagre'
import { packed, type Box } from './pack.ts'

export type ArrangedNode = { readonly id: string; readonly width: number; readonly height: number }
export type ArrangedEdge = { readonly source: string; readonly target: string }
export type ArrangeTask = {
  readonly nodes: readonly ArrangedNode[]
  readonly edges: readonly ArrangedEdge[]
}
export type Arranged = readonly { readonly id: string; readonly x: number; readonly y: number }[]

const COLUMN_GAP = 96
const ROW_GAP = 32
/** The exact ranking of dagre takes minutes for larger groups. */
const MOST_RANKED_EXACTLY = 120

/**
 * Places related tables near each other, those that refer to a table to its left. Groups without
 * relations between them are packed next to each other, so that the picture is about as high as wide.
 */
export function arrange({ nodes, edges }: ArrangeTask): Arranged {
  const groups = connected(nodes, edges)
  const area = nodes.reduce(
    (sum, { width, height }) => sum + (width + COLUMN_GAP) * (height + ROW_GAP),
    0,
  )
  const side = Math.max(900, Math.sqrt(area))
  return packed(
    groups.map((group) => arrangeGroup(group, side)),
    { width: side * 1.3, gap: ROW_GAP * 2 },
  )
}

type Group = { readonly nodes: ArrangedNode[]; readonly edges: ArrangedEdge[] }

/** The groups of nodes that edges connect, the largest first. */
function connected(nodes: readonly ArrangedNode[], edges: readonly ArrangedEdge[]): Group[] {
  const parents = new Map(nodes.map(({ id }) => [id, id]))
  const rootOf = (id: string): string => {
    let root = id
    for (;;) {
      const parent = parents.get(root) ?? root
      if (parent === root) break
      root = parent
    }
    parents.set(id, root)
    return root
  }
  const known = edges.filter(({ source, target }) => parents.has(source) && parents.has(target))
  for (const { source, target } of known) parents.set(rootOf(source), rootOf(target))
  const groups = new Map<string, Group>()
  for (const node of nodes) {
    const root = rootOf(node.id)
    const group = groups.get(root) ?? { nodes: [], edges: [] }
    group.nodes.push(node)
    groups.set(root, group)
  }
  for (const edge of known) groups.get(rootOf(edge.source))?.edges.push(edge)
  return [...groups.values()].toSorted((one, other) => other.nodes.length - one.nodes.length)
}

function arrangeGroup({ nodes, edges }: Group, side: number): Box {
  const [only] = nodes
  if (nodes.length === 1 && only)
    return { width: only.width, height: only.height, places: [{ id: only.id, x: 0, y: 0 }] }
  const graph = new graphlib.Graph()
  graph.setGraph({
    rankdir: 'LR',
    nodesep: ROW_GAP,
    ranksep: COLUMN_GAP,
    ranker: nodes.length > MOST_RANKED_EXACTLY ? 'longest-path' : 'network-simplex',
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { source, target } of edges) if (source !== target) graph.setEdge(source, target)
  layout(graph, { disableOptimalOrderHeuristic: nodes.length > MOST_RANKED_EXACTLY })
  const ranks = new Map<number, Ranked[]>()
  for (const node of nodes) {
    // Dagre places centers, and all nodes of a rank have the same one.
    const { x, y } = graph.node(node.id) as { x: number; y: number }
    const rank = ranks.get(Math.round(x)) ?? []
    rank.push({ ...node, top: y - node.height / 2 })
    ranks.set(Math.round(x), rank)
  }
  const ordered = [...ranks].toSorted(([one], [other]) => one - other).map(([, rank]) => rank)
  return inColumns(ordered, side)
}

type Ranked = ArrangedNode & { readonly top: number }

/** Keeps the places of a group that is not much higher than the picture should be. */
function inColumns(ranks: readonly Ranked[][], side: number): Box {
  const nodes = ranks.flat()
  const highest = Math.min(...nodes.map(({ top }) => top))
  const lowest = Math.max(...nodes.map(({ top, height }) => top + height))
  const isHigh = lowest - highest > side * 1.5
  const columns = isHigh ? ranks.flatMap((rank) => stacked(rank, side)) : ranks
  const first = Math.min(...columns.flat().map(({ top }) => top))
  const places: { id: string; x: number; y: number }[] = []
  let left = 0
  for (const column of columns) {
    for (const { id, top } of column) places.push({ id, x: left, y: top - first })
    left += Math.max(...column.map(({ width }) => width)) + COLUMN_GAP
  }
  return {
    width: left - COLUMN_GAP,
    height: Math.max(...columns.flat().map(({ top, height }) => top + height)) - first,
    places,
  }
}

/**
 * The nodes of a rank in columns of a height, each around the same middle. A table that hundreds of
 * others refer to would otherwise make one column of all of them.
 */
function stacked(rank: readonly Ranked[], height: number): Ranked[][] {
  const columns: Ranked[][] = []
  let used = Infinity
  for (const node of rank.toSorted((one, other) => one.top - other.top)) {
    if (used + node.height > height) {
      columns.push([])
      used = 0
    }
    columns.at(-1)?.push({ ...node, top: used })
    used += node.height + ROW_GAP
  }
  return columns.map((column) => {
    const last = column.at(-1)
    const middle = last ? (last.top + last.height) / 2 : 0
    return column.map((node) => ({ ...node, top: node.top - middle }))
  })
}
