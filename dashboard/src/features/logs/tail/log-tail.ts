import type { LogCursor, LogRow } from '@stoa/contract/services/logs/logs'
import { keyOf } from '../../../data/resources/services/logs/scope.ts'

/** New events, the newest first. */
export type TailState = {
  /** Those that the table shows above the events that it loaded. */
  readonly shown: readonly LogRow[]
  /** Those that arrived while somebody reads. */
  readonly waiting: readonly LogRow[]
  /** Whether events arrive faster than they can be shown, so that the table begins again. */
  readonly isBehind: boolean
  readonly error: unknown
}

export type NewerEvents = { readonly events: readonly LogRow[]; readonly has_more: boolean }

type TailOptions = {
  /** Reads the events after a place in the order of time. */
  read: (after: LogCursor, signal: AbortSignal) => Promise<NewerEvents>
  /** Waits until the next read; rejects when the signal is aborted. */
  wait: (signal: AbortSignal) => Promise<void>
  /** The events that the table loaded, the newest first. */
  loaded: readonly LogRow[]
  /** The time after which events are new if none is loaded, in microseconds. */
  since: () => number
}

/**
 * Events of different sources arrive out of order: each read begins a little before the newest event
 * and leaves out what is known.
 */
const OVERLAP_US = 3_000_000
/** With more new events than this, the table begins again, so that its memory is limited. */
const MAX_NEW = 5000

const EMPTY: TailState = { shown: [], waiting: [], isBehind: false, error: undefined }

/** Follows the events of a scope. Stopped, it keeps those that arrived. */
export function createLogTail({ read, wait, loaded, since }: TailOptions) {
  const listeners = new Set<() => void>()
  const known = new Set(loaded.map(keyOf))
  let newest = loaded[0]?.timestamp ?? 0
  let isReading = false
  let state = EMPTY
  const change = (next: Partial<TailState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const add = (events: readonly LogRow[]) => {
    const fresh = events.filter((event) => !known.has(keyOf(event)))
    if (fresh.length === 0) return
    for (const event of fresh) known.add(keyOf(event))
    newest = Math.max(newest, ...fresh.map(({ timestamp }) => timestamp))
    if (isReading) change({ waiting: newestFirst(fresh, state.waiting) })
    else change({ shown: newestFirst(fresh, state.shown) })
  }

  async function follow(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const page = await read({ timestamp: newest - OVERLAP_US, id: '' }, signal)
        if (signal.aborted) return
        add(page.events)
        const count = state.shown.length + state.waiting.length
        change({ error: undefined, isBehind: page.has_more || count > MAX_NEW })
        if (state.isBehind) return
      } catch (error) {
        if (signal.aborted) return
        change({ error })
      }
      await wait(signal).catch(() => undefined)
    }
  }

  return {
    /** Returns a function that stops it. */
    start() {
      const stopping = new AbortController()
      if (newest === 0) newest = since()
      void follow(stopping.signal)
      return () => stopping.abort()
    },
    snapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** While somebody reads, new events wait, so that the rows stay where they are. */
    setReading(next: boolean) {
      isReading = next
      if (!next) this.showWaiting()
    },
    showWaiting() {
      if (state.waiting.length === 0) return
      change({ shown: newestFirst(state.waiting, state.shown), waiting: [] })
    },
  }
}

/** Merges two lists. Ids decide about events of the same time, so that their order is stable. */
function newestFirst(one: readonly LogRow[], other: readonly LogRow[]): readonly LogRow[] {
  return [...one, ...other].toSorted(
    (left, right) => right.timestamp - left.timestamp || (left.id < right.id ? 1 : -1),
  )
}
