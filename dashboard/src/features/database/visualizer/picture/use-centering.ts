import { getViewportForBounds, useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useEffectEvent } from 'react'
import type { DiagramModel, Positions } from '../diagram-model.ts'
import { boundsOf } from '../places.ts'

const SMALLEST_ZOOM = 0.02
/** A selected table is shown at least at this size. */
const READABLE_ZOOM = 0.8
const DURATION_MS = 180

/** Shows the whole schema at first, and the selected table whenever that changes. */
export function useCentering(model: DiagramModel, places: Positions, selected: string | undefined) {
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isReady = width > 0 && height > 0
  const { schema } = model
  const fit = () => {
    const { left, top, right, bottom } = boundsOf(model, places)
    const bounds = { x: left, y: top, width: right - left, height: bottom - top }
    void flow.setViewport(getViewportForBounds(bounds, width, height, SMALLEST_ZOOM, 1, 0.06))
  }
  const show = useEffectEvent((id: string | undefined, isFirst: boolean) => {
    const node = model.nodes.find((one) => one.id === id)
    const place = node && places.get(node.id)
    if (!place) {
      if (isFirst) fit()
      return
    }
    const zoom = Math.max(READABLE_ZOOM, Math.min(1, flow.getZoom()))
    void flow.setCenter(place.x + node.width / 2, place.y + node.height / 2, {
      zoom,
      duration: isFirst || prefersStillness() ? 0 : DURATION_MS,
    })
  })
  useEffect(() => {
    if (isReady) show(selected, true)
    // oxlint-disable-next-line react/exhaustive-deps -- a later selection is centered below
  }, [isReady, schema])
  useEffect(() => {
    if (isReady && selected !== undefined) show(selected, false)
  }, [isReady, selected])
  return { fit }
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches
