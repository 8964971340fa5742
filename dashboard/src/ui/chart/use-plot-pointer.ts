import { useState, type KeyboardEvent, type PointerEvent } from 'react'

/** The first and the last point of a selection. */
export type PointRange = { readonly first: number; readonly last: number }

type PlotPointerOptions = {
  count: number
  /** Whether points are bands, such as bars, instead of places on a line. */
  isBar: boolean
  cursor: number | undefined
  onCursorChange: (index: number | undefined) => void
  /** Called after a drag, or Enter, over at least two points. */
  onZoom?: ((range: PointRange) => void) | undefined
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
}

/** The cursor and the selection of a plot, by pointer and by keyboard. */
export function usePlotPointer(options: PlotPointerOptions) {
  const { count, isBar, cursor, onCursorChange, onZoom } = options
  /** The point where a selection begins. */
  const [anchor, setAnchor] = useState<number>()
  const selected =
    anchor === undefined || cursor === undefined || anchor === cursor
      ? undefined
      : { first: Math.min(anchor, cursor), last: Math.max(anchor, cursor) }
  const at = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / Math.max(1, width)
    return limit(isBar ? Math.floor(share * count) : Math.round(share * (count - 1)), count)
  }
  const end = () => {
    setAnchor(undefined)
    if (!selected || !onZoom) return
    onCursorChange(undefined)
    onZoom(selected)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      const next = limit((cursor ?? (step > 0 ? -1 : count)) + step, count)
      setAnchor(event.shiftKey ? (anchor ?? cursor ?? next) : undefined)
      onCursorChange(next)
    } else if (event.key === 'Enter' && selected) end()
    else if (event.key === 'Escape' && cursor !== undefined) {
      setAnchor(undefined)
      onCursorChange(undefined)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const pointer = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => onCursorChange(at(event)),
    onPointerLeave: () => {
      if (anchor === undefined) onCursorChange(undefined)
    },
  }
  if (!onZoom) return { selected: undefined, surface: pointer }
  return {
    selected,
    surface: {
      ...pointer,
      onKeyDown,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const point = at(event)
        setAnchor(point)
        onCursorChange(point)
      },
      onPointerUp: end,
      onPointerCancel: () => setAnchor(undefined),
      onBlur: () => {
        setAnchor(undefined)
        onCursorChange(undefined)
      },
    },
  }
}

const limit = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))
