import { useStore, useViewport } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { DiagramModel, Positions } from '../diagram-model.ts'
import { drawTables } from './draw-tables.ts'

type OverviewProps = { model: DiagramModel; places: Positions; selected: string | undefined }

/** All tables from afar as one drawing. As elements, a thousand of them would stall the page. */
export function Overview({ model, places, selected }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { x, y, zoom } = useViewport()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  useEffect(() => {
    if (canvas.current)
      drawTables(
        canvas.current,
        { model, places, selected, view: { x, y, zoom }, size: { width, height } },
        true,
      )
  }, [model, places, selected, x, y, zoom, width, height])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-slot="diagram-overview"
      className="pointer-events-none absolute inset-0 z-5 size-full font-mono"
    />
  )
}
