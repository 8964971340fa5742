import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useRowSignal } from '../../../data/resources/services/meta/row-signal.ts'
import type { SessionView } from './session-view.ts'

type Signals = {
  /** The signal of the rows that are shown; undefined before the first one. */
  readonly seen: string | null | undefined
  readonly signal: string | null | undefined
  readonly isHeld: boolean
}

/** Whether the rows are loaded again, and the signal that they have then. */
export function liveStep({ seen, signal, isHeld }: Signals) {
  if (isHeld || signal === undefined) return { seen, refreshes: false }
  // At the first signal, the rows may be older than it.
  return { seen: signal, refreshes: seen !== signal }
}

/**
 * Loads the rows again when somebody has written some. Edits that are not saved stay, and keep the
 * version of their row, so a conflict is still noticed. While a cell is edited, the rows wait.
 */
export function useLiveRefresh({ projectRef, table, cache, holds }: SessionView) {
  const { data: signal } = useRowSignal(projectRef, table.id)
  const isHeld = useSyncExternalStore(holds.subscribe, holds.isHeld)
  const seen = useRef<string | null>(undefined)
  useEffect(() => {
    const step = liveStep({ seen: seen.current, signal, isHeld })
    seen.current = step.seen
    if (step.refreshes) cache.refresh()
  }, [isHeld, signal, cache])
}
