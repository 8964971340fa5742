import { Position, type Edge, type Node } from '@xyflow/react'
import {
  linesOf,
  rowCenter,
  sidesOf,
  type DiagramModel,
  type DiagramNode,
  type Point,
  type Positions,
  type Side,
} from '../diagram-model.ts'

export type TableFlowNode = Node<{ node: DiagramNode; canConnect: boolean }, 'table'>

/** The id of the point at the side of a column's row from which lines start. */
export const handleId = (side: Side, column: string): string => `${side}:${column}`

/** The column of a handle. */
export const columnOf = (handle: string): string => handle.slice(handle.indexOf(':') + 1)

/** Nodes with sizes and handles, so that the library need not render a node to know them. */
export const toFlowNodes = (
  { nodes }: DiagramModel,
  places: Positions,
  { canConnect }: { readonly canConnect: boolean },
): TableFlowNode[] =>
  nodes.flatMap((node) => {
    const position = places.get(node.id)
    if (!position) return []
    return {
      id: node.id,
      type: 'table',
      position,
      width: node.width,
      height: node.height,
      data: { node, canConnect },
      ariaLabel: `Table ${node.name}`,
      handles: node.rows.flatMap(({ name }) => handlesOf(node, name)),
    } satisfies TableFlowNode
  })

const handlesOf = (node: DiagramNode, column: string) =>
  (['left', 'right'] as const).map((side) => ({
    id: handleId(side, column),
    type: 'source' as const,
    position: side === 'left' ? Position.Left : Position.Right,
    x: side === 'left' ? 0 : node.width,
    y: rowCenter(node, column),
    width: 0,
    height: 0,
  }))

/** Lines between the sides that are the nearest; those of the selected table stand out. */
export function toFlowEdges(
  { edges, nodes }: DiagramModel,
  placeOf: (id: string) => Point | undefined,
  selected: string | undefined,
): Edge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return edges.flatMap(({ id, source, target, relation }) => {
    const [from, to] = [byId.get(source), byId.get(target)]
    const [fromPlace, toPlace] = [placeOf(source), placeOf(target)]
    if (!from || !to || !fromPlace || !toPlace) return []
    const sides = sidesOf({ ...from, ...fromPlace }, { ...to, ...toPlace })
    const isMarked = selected === source || selected === target
    return linesOf(relation).map(({ column, targetColumn = '' }, place) => ({
      id: place === 0 ? id : `${id}-${place}`,
      source,
      target,
      sourceHandle: handleId(sides.from, column),
      targetHandle: handleId(sides.to, targetColumn),
      type: 'smoothstep',
      focusable: false,
      className: isMarked ? 'is-marked' : '',
      zIndex: isMarked ? 1 : 0,
    }))
  })
}
