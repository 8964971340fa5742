import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useEffect, useEffectEvent } from 'react'
import { useProfile } from '../../../data/resources/platform/profile.ts'
import { readSetting } from '../../../lib/storage.ts'
import { changeSetting, useSetting } from '../../../lib/use-setting.ts'
import type { TableSearch } from './table-search.ts'
import { useUnsavedSessions } from '../session/use-table-session.ts'
import {
  isTableTabs,
  neighborOf,
  withKept,
  withMovedTab,
  withOpened,
  withoutTab,
} from './table-tabs.ts'
import type { TableTab } from './table-tabs.ts'

type Options = {
  projectRef: string
  /** The open table; undefined while none is, or until it is loaded. */
  table: TableDetail | undefined
  search: TableSearch
  onOpen: (tableId: number | undefined, search: TableSearch) => void
}

const NO_TABS: readonly TableTab[] = []

/** The open tables of a project, which this browser keeps. */
export function useTableTabs({ projectRef, table, search, onOpen }: Options) {
  const { data: profile } = useProfile()
  const key = `stoa.tabs.${profile?.id ?? ''}.${projectRef}`
  const [tabs] = useSetting(key, NO_TABS, isTableTabs)
  const change = (next: (tabs: readonly TableTab[]) => readonly TableTab[]) => {
    // Another tab of the browser may have changed them.
    const stored = readSetting(key, NO_TABS, isTableTabs)
    const changed = next(stored)
    if (changed !== stored) changeSetting(key, changed)
  }
  const id = table?.id
  const { filter, sort, view } = search
  const unsaved = useUnsavedSessions(projectRef).map((session) => session.table().id)
  // A table that is filtered or edited is not replaced by the next one.
  const isKept =
    id !== undefined && (unsaved.includes(id) || filter !== undefined || sort !== undefined)
  const shown = table && {
    id: table.id,
    schema: table.schema,
    name: table.name,
    search: { ...(filter && { filter }), ...(sort && { sort }), ...(view && { view }) },
  }
  const shownText = shown && JSON.stringify(shown)
  const record = useEffectEvent(() => {
    if (shown === undefined) return
    change((stored) => {
      const opened = withOpened(stored, shown)
      return isKept ? withKept(opened, shown.id) : opened
    })
  })
  const recorded = profile === undefined ? undefined : `${key} ${shownText} ${isKept}`
  useEffect(() => {
    if (recorded !== undefined) record()
  }, [recorded])
  return {
    tabs,
    keep: (tabId: number) => change((stored) => withKept(stored, tabId)),
    move: (tabId: number, target: number) =>
      change((stored) => withMovedTab(stored, tabId, target)),
    close(tabId: number): void {
      const next = neighborOf(tabs, tabId)
      change((stored) => withoutTab(stored, tabId))
      if (tabId === id) onOpen(next?.id, next?.search ?? {})
    },
  }
}
