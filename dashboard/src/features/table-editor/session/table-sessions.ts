import type { TableSession } from './table-session.ts'

export type SessionAddress = {
  readonly projectRef: string
  readonly tableId: number
  /** The role that reads and changes the rows, as text. */
  readonly role: string
}

export type TableSessions = {
  /** The session at this address; a new one if there is none. */
  open: (address: SessionAddress, create: () => TableSession) => TableSession
  /**
   * Keeps a session while its table is shown. The returned function lets go of it, which ends it as
   * soon as it has no edits and nothing that can be undone.
   */
  hold: (address: SessionAddress, session: TableSession) => () => void
  /** The sessions of a project with edits that are not saved, or values that were refused. */
  unsaved: (projectRef: string) => readonly TableSession[]
  /** Drops all unsaved edits of a project. */
  discard: (projectRef: string) => void
  subscribe: (listener: () => void) => () => void
}

const NONE: readonly TableSession[] = []

/**
 * All open tables, and those with edits that are not saved yet. While there is such an edit, saves
 * are retried when the connection is back, and the browser asks before it closes the page.
 */
export function createTableSessions(page: Window): TableSessions {
  const sessions = new Map<string, TableSession>()
  const held = new Set<TableSession>()
  const listeners = new Set<() => void>()
  let unsaved = new Map<string, readonly TableSession[]>()
  let isWatching = false

  function put(key: string, session: TableSession): void {
    if (sessions.get(key) === session) return
    sessions.set(key, session)
    const check = () => {
      update()
      if (sessions.get(key) === session && !held.has(session) && !isUsed(session)) end()
    }
    const stops = [session.edits.subscribe(check), session.review.subscribe(check)]
    const end = () => {
      sessions.delete(key)
      for (const stop of stops) stop()
    }
  }

  function update(): void {
    const next = new Map<string, readonly TableSession[]>()
    for (const session of sessions.values()) {
      if (!isUnsaved(session)) continue
      next.set(session.projectRef, [...(next.get(session.projectRef) ?? []), session])
    }
    if (isSame(unsaved, next)) return
    unsaved = next
    watch(unsaved.size > 0)
    for (const listener of listeners) listener()
  }

  function watch(isWanted: boolean): void {
    if (isWanted === isWatching) return
    isWatching = isWanted
    const act = isWanted ? page.addEventListener.bind(page) : page.removeEventListener.bind(page)
    act('online', retry)
    act('beforeunload', ask)
  }

  function retry(): void {
    for (const { edits } of sessions.values()) {
      for (const { id } of edits.pending()) edits.retry(id)
    }
  }

  return {
    open(address, create) {
      const key = JSON.stringify(address)
      const session = sessions.get(key) ?? create()
      put(key, session)
      return session
    },
    hold(address, session) {
      const key = JSON.stringify(address)
      put(key, session)
      held.add(session)
      return () => {
        held.delete(session)
        if (!isUsed(session) && sessions.get(key) === session) sessions.delete(key)
      }
    },
    unsaved: (projectRef) => unsaved.get(projectRef) ?? NONE,
    discard(projectRef) {
      for (const { edits, review } of unsaved.get(projectRef) ?? NONE) {
        review.discard()
        edits.forget([...edits.pending(), ...edits.refused()].map(({ id }) => id))
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function ask(event: Event): void {
  event.preventDefault()
}

const isUnsaved = ({ edits, review }: TableSession): boolean =>
  edits.pending().length > 0 || edits.refused().length > 0 || review.changes().length > 0

/** Whether something would be lost with the session: unsaved edits, or what can be undone. */
const isUsed = (session: TableSession): boolean => {
  const { undo, redo } = session.history.state()
  return isUnsaved(session) || undo !== undefined || redo !== undefined
}

function isSame(
  before: ReadonlyMap<string, readonly TableSession[]>,
  after: ReadonlyMap<string, readonly TableSession[]>,
): boolean {
  if (before.size !== after.size) return false
  return [...after].every(([ref, list]) => {
    const other = before.get(ref)
    return other?.length === list.length && list.every((session, index) => session === other[index])
  })
}
