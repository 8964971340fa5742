import { EMPTY_STATE, type AssistantState, type KeptState } from './chats.ts'
import { readKept, toKept } from './kept-state.ts'
import { loadChats, reportStorage, type LoadDeps } from './load-chats.ts'

/** How long changes are collected before they are saved. */
export const SAVE_DELAY_MS = 500

/** The assistant's state in the open project, kept in this browser. */
export type AssistantStore = {
  read: () => AssistantState
  /** Whether the state has been read from the browser. */
  isLoaded: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Loads the state of a project, or resets it for none. The open project stays as it is. */
  open: (projectRef: string | undefined) => Promise<void>
  /** Replaces the state and saves it after half a second without further changes. */
  change: (next: (state: AssistantState) => AssistantState) => void
  /** Saves at once what waits to be saved. */
  flush: () => Promise<void>
}

export function createAssistantStore(deps: LoadDeps): AssistantStore {
  let state = EMPTY_STATE
  let saved: KeptState = EMPTY_STATE
  let project: string | undefined
  let loading: Promise<void> = Promise.resolve()
  let isLoaded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const show = (next: AssistantState) => {
    state = next
    for (const listener of listeners) listener()
  }

  async function flush(): Promise<void> {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    if (project === undefined) return
    const change = { before: saved, current: state }
    saved = state
    try {
      await deps.database.update(project, (stored) => merged(readKept(stored), change))
    } catch (error) {
      reportStorage('save', error)
    }
  }

  async function load(projectRef: string | undefined): Promise<void> {
    await flush()
    const loaded = await loadChats(projectRef, deps)
    // Another project was opened in the meantime.
    if (project !== projectRef) return
    saved = loaded
    isLoaded = true
    show(loaded)
  }

  return {
    read: () => state,
    isLoaded: () => isLoaded,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open(projectRef) {
      if (project === projectRef && projectRef !== undefined) return loading
      const flushed = flush()
      project = projectRef
      isLoaded = false
      show(EMPTY_STATE)
      loading = flushed.then(() => load(projectRef))
      return loading
    },
    change(next) {
      const changed = next(state)
      if (changed === state) return
      show(changed)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), SAVE_DELAY_MS)
    },
    flush,
  }
}

type StateChange = { before: KeptState; current: KeptState }

/** Writes the chats that this tab has changed or deleted, and leaves those of other tabs alone. */
function merged(stored: KeptState | undefined, { before, current }: StateChange): KeptState {
  const next = toKept(current)
  const chats = Object.entries({ ...stored?.chats, ...next.chats }).flatMap(([id, chat]) => {
    const own = next.chats[id]
    if (!own && id in before.chats) return []
    const isOwn = own && (before.chats[id] !== current.chats[id] || !stored?.chats[id])
    return [[id, isOwn ? own : (stored?.chats[id] ?? chat)] as const]
  })
  return { ...next, chats: Object.fromEntries(chats) }
}
