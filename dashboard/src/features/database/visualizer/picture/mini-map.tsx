import { useReactFlow, useStore, useViewport } from '@xyflow/react'
import { useEffect, useMemo, useRef, type PointerEvent } from 'react'
import type { DiagramModel, Positions } from '../diagram-model.ts'
import { boundsOf } from '../places.ts'
import { drawTables } from './draw-tables.ts'

const SIZE = { width: 176, height: 112 }
const MARGIN = 6

type MiniMapProps = { model: DiagramModel; places: Positions; selected: string | undefined }

/** The whole picture in small, while only a part of it is visible. */
export function MiniMap(props: MiniMapProps) {
  const { model, places } = props
  const { x, y, zoom } = useViewport()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const { left, top, right, bottom } = useMemo(() => boundsOf(model, places), [model, places])
  const isWhole =
    left * zoom + x >= 0 &&
    top * zoom + y >= 0 &&
    right * zoom + x <= width &&
    bottom * zoom + y <= height
  return isWhole ? null : <SmallPicture {...props} />
}

/** A frame shows the visible part. A click or a drag moves there. */
function SmallPicture({ model, places, selected }: MiniMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { setCenter, getZoom } = useReactFlow()
  const view = useMemo(() => viewOf(model, places), [model, places])
  useEffect(() => {
    if (canvas.current)
      drawTables(canvas.current, { model, places, selected, view, size: SIZE }, false)
  }, [model, places, selected, view])
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - left - view.x) / view.zoom
    const y = (event.clientY - top - view.y) / view.zoom
    void setCenter(x, y, { zoom: getZoom() })
  }
  return (
    <div aria-hidden className="relative overflow-hidden rounded-md border bg-surface" style={SIZE}>
      <canvas
        ref={canvas}
        className="nodrag nopan size-full cursor-pointer touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          move(event)
        }}
        onPointerMove={move}
      />
      <VisiblePart view={view} />
    </div>
  )
}

type View = ReturnType<typeof viewOf>

function viewOf(model: DiagramModel, places: Positions) {
  const { left, top, right, bottom } = boundsOf(model, places)
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const zoom = Math.min((SIZE.width - 2 * MARGIN) / width, (SIZE.height - 2 * MARGIN) / height)
  return {
    zoom,
    x: (SIZE.width - width * zoom) / 2 - left * zoom,
    y: (SIZE.height - height * zoom) / 2 - top * zoom,
  }
}

function VisiblePart({ view }: { view: View }) {
  const { x, y, zoom } = useViewport()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  return (
    <div
      className="pointer-events-none absolute border border-accent"
      style={{
        left: (-x / zoom) * view.zoom + view.x,
        top: (-y / zoom) * view.zoom + view.y,
        width: (width / zoom) * view.zoom,
        height: (height / zoom) * view.zoom,
      }}
    />
  )
}
