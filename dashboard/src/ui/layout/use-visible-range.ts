import { useCallback, useEffect, useRef, useState } from 'react'

/** Rows above and below the visible ones that are also rendered. */
const SPARE = 8

/**
 * The rows of a scrolling list that are worth rendering, from `first` up to but without `last`, when
 * all have the same height, below a header that stays. The list gets `ref` and calls `measure` when it scrolls.
 */
export function useVisibleRange<List extends HTMLElement>(
  count: number,
  rowHeight: number,
  headerHeight = 0,
) {
  const ref = useRef<List>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = ref.current ?? {}
    setView({ top: scrollTop, height: clientHeight })
  }, [])
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [measure])
  /** Scrolls no further than it takes to see a row. */
  const reveal = useCallback(
    (index: number) => {
      const list = ref.current
      if (!list || index < 0) return
      const top = index * rowHeight
      const bottom = top + rowHeight + headerHeight
      if (top < list.scrollTop) list.scrollTop = top
      else if (bottom > list.scrollTop + list.clientHeight)
        list.scrollTop = bottom - list.clientHeight
    },
    [rowHeight, headerHeight],
  )
  // A list that became shorter has not scrolled yet.
  const top = Math.min(view.top, Math.max(0, count * rowHeight - view.height))
  return {
    ref,
    view,
    measure,
    reveal,
    first: Math.max(0, Math.floor(top / rowHeight) - SPARE),
    last: Math.min(count, Math.ceil((top + view.height) / rowHeight) + SPARE),
  }
}
