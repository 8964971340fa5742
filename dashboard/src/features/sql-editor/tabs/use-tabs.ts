import { useEffect } from 'react'
import { useSetting } from '../../../lib/use-setting.ts'
import {
  closeTabs,
  isTabsState,
  moveTab,
  NO_TABS,
  openTab,
  tabAfterClosing,
  type TabsState,
} from './tabs.ts'

type Options = {
  projectRef: string
  currentId: string
  /** Whether a query still exists; undefined until that is known. */
  exists: ((id: string) => boolean) | undefined
  onOpen: (id: string) => void
  /** The last tab was closed. */
  onEmpty: () => void
}

/** The tabs of a project in this browser. The query of the URL always has one. */
export function useTabs({ projectRef, currentId, exists, onOpen, onEmpty }: Options) {
  const [kept, keep] = useSetting<TabsState>(`stoa.sql-tabs.${projectRef}`, NO_TABS, isTabsState)
  const state = openTab(kept, currentId)
  const shown = exists ? state.open.filter((id) => id === currentId || exists(id)) : state.open
  useEffect(() => {
    keep(state)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opening a query adds its tab, and closing the tab must not
  }, [currentId])
  const close = (ids: readonly string[]) => {
    keep(closeTabs(state, ids))
    const next = tabAfterClosing(shown, { current: currentId, closing: ids })
    if (next === undefined) onEmpty()
    else if (next !== currentId) onOpen(next)
  }
  const lastClosed = state.closed.find((id) => exists?.(id) ?? true)
  return {
    ids: shown,
    close,
    move: (id: string, to: number) => keep(moveTab({ ...state, open: shown }, id, to)),
    reopen: lastClosed === undefined ? undefined : () => onOpen(lastClosed),
  }
}
