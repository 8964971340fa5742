import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { useRows } from '../../../data/resources/services/meta/rows.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SessionView, ViewState } from './session-view.ts'
import { createTableSession } from './table-session.ts'
import type { TableSession } from './table-session.ts'
import { createTableSessions } from './table-sessions.ts'
import type { TableSessions } from './table-sessions.ts'

type Options = {
  projectRef: string
  table: TableDetail
  view: ViewState
  /** Called when a response has other columns than the table had when it was loaded. */
  onOutdated: () => void
}

/** The view of a table that is shown, and the session of its table. */
export function useTableSession({ projectRef, table, view, onOutdated }: Options): SessionView {
  const sessions = useTableSessions()
  const rows = useRows(projectRef, table.id)
  const [impersonation] = useImpersonation(projectRef)
  const role = JSON.stringify(impersonation ?? null)
  const address = useMemo(
    () => ({ projectRef, tableId: table.id, role }),
    [projectRef, table.id, role],
  )
  const options = {
    projectRef,
    table,
    rows,
    onGone: tellOfDeletedRow,
    onStuck: tellOfUnsaved,
    onUndone: tellOfUndo,
    onNotUndone: tellOfFailedUndo,
    onReviewed: tellOfSaved,
  }
  const session = sessions.open(address, () => createTableSession(options))
  const shown = session.view(table, view)
  const { cache, range } = shown
  const outdated = useEffectEvent(onOutdated)
  useEffect(() => sessions.hold(address, session), [sessions, address, session])
  useEffect(() => session.show(shown, () => outdated()), [session, shown])
  useEffect(() => {
    cache.show(0, 60)
    range.clear()
    return () => cache.stop()
  }, [cache, range])
  return shown
}

/** The sessions of a project with edits that are not saved, or values that were refused. */
export function useUnsavedSessions(projectRef: string): readonly TableSession[] {
  const sessions = useTableSessions()
  const read = useCallback(() => sessions.unsaved(projectRef), [sessions, projectRef])
  return useSyncExternalStore(sessions.subscribe, read)
}

/**
 * Every account has sessions of its own, which last as long as its query cache, so that no page has
 * to stay open until all edits are saved.
 */
const sessionsOf = new WeakMap<QueryClient, TableSessions>()

export function useTableSessions(): TableSessions {
  const client = useQueryClient()
  const sessions = sessionsOf.get(client) ?? createTableSessions(window)
  sessionsOf.set(client, sessions)
  return sessions
}

function tellOfDeletedRow(session: TableSession): void {
  toast.warning(`A row of ${session.table().name} that you edited has been deleted`, {
    ...(session.isShown() && { description: 'The rows were loaded again.' }),
  })
}

function tellOfUnsaved(session: TableSession): void {
  const { name } = session.table()
  toast.error(`An edit in ${name} was not saved`, {
    id: `unsaved ${session.projectRef} ${name}`,
    description: 'Open the table to correct or retry it.',
  })
}

function tellOfUndo(way: 'undo' | 'redo', label: string): void {
  toast.success(`${way === 'undo' ? 'Undone' : 'Redone'}: ${label}`, { id: 'table-undo' })
}

function tellOfFailedUndo(way: 'undo' | 'redo', message: string): void {
  toast.error(`Could not ${way} the change`, { id: 'table-undo', description: message })
}

function tellOfSaved(undo: (() => Promise<void>) | undefined, count: number): void {
  toast.success(`${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'} saved`, {
    ...(undo && { action: { label: 'Undo', onClick: () => void undo() } }),
  })
}
