import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { KeyboardEvent } from 'react'
import { useRegisterActions } from '../../../components/actions/actions.tsx'
import { classNames } from '../../../lib/class-names.ts'
import type { TableSearch } from './table-search.ts'
import { useUnsavedSessions } from '../session/use-table-session.ts'
import type { TableTab } from './table-tabs.ts'
import { useLatest } from './use-latest.ts'
import type { useTableTabs } from './use-table-tabs.ts'

type TabBarProps = {
  projectRef: string
  open: ReturnType<typeof useTableTabs>
  currentId: number | undefined
  onOpen: (tableId: number, search: TableSearch) => void
}

/** The format of a dragged tab, which nothing else accepts. */
const DRAGGED = 'application/x-stoa-table-tab'

/**
 * The tabs of the open tables. A middle click or Alt+W closes one; dragging, or Alt+Shift with an
 * arrow key, moves it.
 */
export function TabBar({ projectRef, open, currentId, onOpen }: TabBarProps) {
  const { tabs } = open
  const unsaved = new Set(useUnsavedSessions(projectRef).map((session) => session.table().id))
  const { close } = open
  const latest = useLatest(close)
  useRegisterActions(
    useMemo(
      () => [
        {
          id: 'close-table-tab',
          title: 'Close table',
          shortcut: 'Alt+W' as const,
          group: 'Tables',
          isOfPage: true,
          visible: currentId !== undefined,
          run: () => {
            if (currentId !== undefined) latest.current(currentId)
          },
        },
      ],
      [latest, currentId],
    ),
  )
  const moveByKey = (event: KeyboardEvent, place: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const [tab, target] = [tabs[place], tabs[place + (step ?? 0)]]
    if (step === undefined || !event.altKey || !event.shiftKey || !tab || !target) return
    event.preventDefault()
    open.move(tab.id, target.id)
  }
  return (
    <nav
      aria-label="Open tables"
      className="flex h-9 shrink-0 items-stretch overflow-x-auto border-b bg-sunken"
    >
      {tabs.map((tab, place) => (
        <Tab
          key={tab.id}
          tab={tab}
          isCurrent={tab.id === currentId}
          isUnsaved={unsaved.has(tab.id)}
          onOpen={() => onOpen(tab.id, tab.search)}
          onKeep={() => open.keep(tab.id)}
          onClose={() => close(tab.id)}
          onKeyDown={(event) => moveByKey(event, place)}
          onDropped={(id) => open.move(id, tab.id)}
        />
      ))}
    </nav>
  )
}

type TabProps = {
  tab: TableTab
  isCurrent: boolean
  isUnsaved: boolean
  onOpen: () => void
  onKeep: () => void
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Called when another tab was dropped here. */
  onDropped: (id: number) => void
}

function Tab({ tab, isCurrent, isUnsaved, ...on }: TabProps) {
  const name = tab.schema === 'public' ? tab.name : `${tab.schema}.${tab.name}`
  return (
    <span
      className={classNames(
        'group flex max-w-56 shrink-0 items-center border-r text-xs',
        isCurrent ? 'bg-surface' : 'text-muted hover:text-text',
      )}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(tab.id))}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={(event) => {
        const dragged = Number(event.dataTransfer.getData(DRAGGED))
        if (dragged !== 0) on.onDropped(dragged)
      }}
      onAuxClick={(event) => {
        if (event.button === 1) on.onClose()
      }}
    >
      <button
        type="button"
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'h-full min-w-0 truncate pr-1 pl-3 -outline-offset-2',
          tab.isPreview && 'italic',
        )}
        title={tab.isPreview ? `${name}, a preview. Double-click to keep it open.` : name}
        onClick={on.onOpen}
        onDoubleClick={on.onKeep}
        onKeyDown={on.onKeyDown}
      >
        {name}
        {isUnsaved && <span className="sr-only">, unsaved edits</span>}
      </button>
      {isUnsaved && <span className="size-1.5 shrink-0 rounded-full bg-accent" />}
      <button
        type="button"
        aria-label={`Close ${name}`}
        title="Close (Alt+W)"
        className="mr-1 grid size-6 shrink-0 place-items-center rounded-sm -outline-offset-2 hover:bg-hover"
        onClick={on.onClose}
      >
        <X className="size-3" />
      </button>
    </span>
  )
}
