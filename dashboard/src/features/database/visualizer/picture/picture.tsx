import {
  applyNodeChanges,
  ConnectionMode,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Connection,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useMemo, useState } from 'react'
import { useTheme } from '../../../../lib/theme.ts'
import type { DiagramModel, Point, Positions } from '../diagram-model.ts'
import { columnOf, toFlowEdges, toFlowNodes, type TableFlowNode } from './flow-elements.ts'
import { Legend } from './legend.tsx'
import { MiniMap } from './mini-map.tsx'
import { Overview } from './overview.tsx'
import './picture.css'
import { TableNode } from './table-node.tsx'
import { useCentering } from './use-centering.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

export type PictureProps = {
  model: DiagramModel
  places: Positions
  /** The id of the selected node, which the picture centers. */
  selected: string | undefined
  canConnect: boolean
  onSelect: (id: string | undefined) => void
  onMove: (places: Positions) => void
  onConnect: (from: ColumnEnd, to: ColumnEnd) => void
}

/** A column of a node. */
export type ColumnEnd = { readonly node: string; readonly column: string }

const NODE_TYPES = { table: TableNode }
const NO_NODES: TableFlowNode[] = []
const SMALLEST_ZOOM = 0.02
/** Below it, columns cannot be read, and a large schema has too many tables in view. */
const OVERVIEW_ZOOM = 0.42
/** A schema with so few tables is drawn from elements down to a smaller zoom. */
const FEW_TABLES = 40
const OVERVIEW_ZOOM_OF_FEW = 0.25

/** The tables of a schema as boxes with their columns, and their foreign keys as lines. */
export function Picture(props: PictureProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ model, places, selected, canConnect, ...on }: PictureProps) {
  const [nodes, setNodes] = useNodes(model, places, canConnect)
  const threshold = model.nodes.length <= FEW_TABLES ? OVERVIEW_ZOOM_OF_FEW : OVERVIEW_ZOOM
  const isFar = useStore((state) => state.transform[2] < threshold)
  // Drawings have the colors of the theme in which they were made.
  const { resolved: theme } = useTheme()
  const { screenToFlowPosition } = useReactFlow()
  const { fit } = useCentering(model, places, selected)
  const edges = useMemo(() => {
    const moved = new Map<string, Point>(nodes.map(({ id, position }) => [id, position]))
    return toFlowEdges(model, (id) => moved.get(id), selected)
  }, [model, nodes, selected])
  const shown = useMemo(
    () => nodes.map((node) => (node.id === selected ? { ...node, selected: true } : node)),
    [nodes, selected],
  )
  const selectAt = (event: { clientX: number; clientY: number }) => {
    const point = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const hit = nodes.find((node) => isIn(node, point))
    on.onSelect(hit?.id)
  }
  return (
    <ReactFlow
      className="schema-picture"
      aria-label={`Picture of the schema ${model.schema}`}
      nodes={isFar ? NO_NODES : shown}
      edges={isFar ? [] : edges}
      nodeTypes={NODE_TYPES}
      onlyRenderVisibleElements
      connectionMode={ConnectionMode.Loose}
      minZoom={SMALLEST_ZOOM}
      maxZoom={1.5}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      nodesConnectable={canConnect}
      zoomOnDoubleClick={false}
      proOptions={{ hideAttribution: true }}
      onNodesChange={(changes) =>
        setNodes(
          // The selection is that of the page.
          applyNodeChanges(
            changes.filter(({ type }) => type !== 'select'),
            nodes,
          ),
        )
      }
      onNodeDragStop={(_event, _node, moved) => {
        const next = new Map(places)
        for (const { id, position } of moved) next.set(id, position)
        on.onMove(next)
      }}
      onNodeClick={(_event, { id }) => on.onSelect(id)}
      onPaneClick={(event) => (isFar ? selectAt(event) : on.onSelect(undefined))}
      onConnect={(connection) => {
        const ends = endsOf(connection)
        if (ends) on.onConnect(...ends)
      }}
    >
      {isFar && <Overview key={theme} model={model} places={places} selected={selected} />}
      <Panel position="top-right">
        <ZoomButtons onFit={fit} />
      </Panel>
      <Panel position="bottom-right" className="max-sm:hidden">
        <MiniMap key={theme} model={model} places={places} selected={selected} />
      </Panel>
      <Panel position="bottom-left" className="max-sm:hidden">
        <Legend />
      </Panel>
    </ReactFlow>
  )
}

/** The nodes, which the library moves during a drag. They start again from new places. */
function useNodes(model: DiagramModel, places: Positions, canConnect: boolean) {
  const [state, setState] = useState(() => ({
    model,
    places,
    nodes: toFlowNodes(model, places, { canConnect }),
  }))
  const setNodes = (nodes: TableFlowNode[]) => setState({ model, places, nodes })
  if (state.model === model && state.places === places) return [state.nodes, setNodes] as const
  const nodes = toFlowNodes(model, places, { canConnect })
  setState({ model, places, nodes })
  return [nodes, setNodes] as const
}

const isIn = ({ position, width = 0, height = 0 }: TableFlowNode, { x, y }: Point): boolean =>
  x >= position.x && y >= position.y && x <= position.x + width && y <= position.y + height

function endsOf({ source, sourceHandle, target, targetHandle }: Connection) {
  if (!sourceHandle || !targetHandle) return undefined
  return [
    { node: source, column: columnOf(sourceHandle) },
    { node: target, column: columnOf(targetHandle) },
  ] as const
}
