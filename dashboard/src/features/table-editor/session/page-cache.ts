import type { Row } from '@stoa/contract/services/meta/rows'
import type { RowKey } from './row-key.ts'

/** A row with the number that identifies it, whatever happens to its primary key. */
export type IdentifiedRow = {
  readonly id: number
  /** Undefined in a table without a primary key. */
  readonly key: RowKey | undefined
  readonly row: Row
}

/** A row in the cache. The object keeps its identity until the row itself changes. */
export type CachedRow = IdentifiedRow & {
  /** Indexes of the cells that the server truncated; empty for most rows. */
  readonly cut: ReadonlySet<number>
}

export type PageRequest = {
  offset: number
  limit: number
  /** Cursor of the previous page, which makes reading on fast. Undefined after a jump. */
  after: string | undefined
  /** Requests the row count along with the page. */
  withCount: boolean
  signal: AbortSignal
}

export type PageAnswer = {
  rows: readonly Row[]
  cursor: string | null
  truncated: readonly (readonly [number, number])[]
  count: RowTotal | null
}

export type RowTotal = { readonly value: number; readonly is_exact: boolean }

export type PageCacheOptions = {
  fetchPage: (request: PageRequest) => Promise<PageAnswer>
  /** Adds the number and the key of a row. */
  identify: (row: Row) => IdentifiedRow
  /** Rows per page. */
  pageSize?: number
  /** Maximum number of cached pages; the least recently shown are evicted first. */
  maxPages?: number
  /** Time without scrolling after a jump before pages are loaded, in ms. */
  settleAfter?: number
}

export type PageCache = {
  /** The row at an absolute position; undefined while it is not cached. */
  row: (index: number) => CachedRow | undefined
  /** Undefined before the first response. */
  total: () => RowTotal | undefined
  /** The error of the last request, until a request succeeds. */
  failure: () => unknown
  /** Sets which rows are visible, so that they and the rows after them are loaded. */
  show: (first: number, last: number) => void
  /** Reloads the visible pages and drops the others; visible rows stay until they are replaced. */
  refresh: () => void
  /** Retries failed requests. */
  retry: () => void
  /** Sets a count that the user requested. */
  setTotal: (total: RowTotal) => void
  /**
   * Replaces a cached row. Requests in progress start again, because they may respond with the row
   * as it was before.
   */
  replaceRow: (next: IdentifiedRow) => void
  /**
   * Adds a row that comes after all others. False if the end of the table is not cached, so that
   * the rows have to be loaded again.
   */
  append: (row: IdentifiedRow) => boolean
  /** The cached row with this number. */
  find: (id: number) => CachedRow | undefined
  /** The numbers of all cached rows. */
  ids: () => Iterable<number>
  /** Calls the listener after every change; returns the function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void
  /** Number of cached pages, for monitoring memory use. */
  size: () => number
  stop: () => void
}

type Page = { rows: CachedRow[]; isStale: boolean }

const NOTHING_CUT: ReadonlySet<number> = new Set()
/** More cursors than pages are kept, so that scrolling back down can still use them. */
const MAX_CURSORS = 400
const MAX_FETCHES = 3

/**
 * The rows of one view (table, filters, sorts), loaded in pages within a fixed amount of memory,
 * regardless of the table's length. Reading on uses the cursor of the previous page; jumping uses
 * an offset, and only after scrolling has stopped, so that scrolling quickly through a million rows
 * requests few pages.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { fetchPage, identify, pageSize = 200, maxPages = 40, settleAfter = 90 } = options
  // A Map keeps insertion order: a shown page moves to the end, and the first page is evicted next.
  const pages = new Map<number, Page>()
  const cursors = new Map<number, string>()
  const fetches = new Map<number, { controller: AbortController; withCount: boolean }>()
  const listeners = new Set<() => void>()
  let total: RowTotal | undefined
  let failure: unknown
  let view = { first: 0, last: 0 }
  let isCountWanted = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let generation = 0

  const emit = () => {
    for (const listener of listeners) listener()
  }
  const pageOf = (index: number) => Math.floor(index / pageSize)

  function touch(number: number): void {
    const page = pages.get(number)
    if (page === undefined) return
    pages.delete(number)
    pages.set(number, page)
  }

  function trim(): void {
    for (const number of pages.keys()) {
      if (pages.size <= maxPages) return
      pages.delete(number)
    }
  }

  function rememberCursor(number: number, cursor: string | null): void {
    cursors.delete(number)
    if (cursor === null) return
    cursors.set(number, cursor)
    for (const oldest of cursors.keys()) {
      if (cursors.size <= MAX_CURSORS) return
      cursors.delete(oldest)
    }
  }

  /** Updates the total from a response: a short page is the end, a full last page is not. */
  function learnTotal(number: number, answer: PageAnswer): void {
    if (answer.count !== null) total = answer.count
    const end = number * pageSize + answer.rows.length
    if (answer.rows.length > 0 && answer.rows.length < pageSize) {
      total = { value: end, is_exact: true }
      return
    }
    if (answer.rows.length === 0) {
      if (end < (total?.value ?? Infinity)) total = { value: end, is_exact: number === 0 }
      return
    }
    const mayGoOn = answer.cursor !== null && total?.is_exact !== true
    if (end >= (total?.value ?? 0) && mayGoOn) total = { value: end + pageSize, is_exact: false }
  }

  function keep(number: number, answer: PageAnswer): void {
    const cut = new Map<number, Set<number>>()
    for (const [row, column] of answer.truncated) {
      cut.set(row, (cut.get(row) ?? new Set()).add(column))
    }
    const rows = answer.rows.map((row, index) => ({
      ...identify(row),
      cut: cut.get(index) ?? NOTHING_CUT,
    }))
    pages.delete(number)
    pages.set(number, { rows, isStale: false })
    rememberCursor(number, answer.cursor)
    learnTotal(number, answer)
    for (const shown of wantedPages()) touch(shown)
    trim()
  }

  async function fetchNumber(number: number): Promise<void> {
    const controller = new AbortController()
    const startedIn = generation
    const withCount = isCountWanted
    isCountWanted = false
    fetches.set(number, { controller, withCount })
    try {
      const answer = await fetchPage({
        offset: number * pageSize,
        limit: pageSize,
        after: cursors.get(number - 1),
        withCount,
        signal: controller.signal,
      })
      if (startedIn !== generation || controller.signal.aborted) return
      failure = undefined
      keep(number, answer)
    } catch (error) {
      if (startedIn !== generation || controller.signal.aborted) return
      if (withCount) isCountWanted = true
      failure = error
    } finally {
      if (fetches.get(number)?.controller === controller) fetches.delete(number)
    }
    emit()
    if (failure === undefined) demand()
  }

  const isMissing = (number: number) => pages.get(number)?.isStale !== false

  function wantedPages(): number[] {
    const wanted: number[] = []
    for (let number = pageOf(view.first); number <= pageOf(view.last); number += 1) {
      wanted.push(number)
    }
    return wanted
  }

  /**
   * Loads the pages of the view, then the next page when the view nears the end of the cached rows.
   */
  function demand(): void {
    const wanted = wantedPages()
    const next = pageOf(view.last + pageSize / 2)
    if (!wanted.includes(next) && cursors.has(next - 1)) wanted.push(next)
    for (const number of fetches.keys()) {
      if (!wanted.includes(number) && !isCountPending(number)) cancel(number)
    }
    for (const number of wanted) {
      if (fetches.size >= MAX_FETCHES) return
      if (!isMissing(number) || fetches.has(number)) continue
      const isPastEnd = total?.is_exact === true && number > 0 && number * pageSize >= total.value
      if (!isPastEnd) void fetchNumber(number)
    }
  }

  // The first response has the count, so that request is not canceled: the grid needs a length.
  const isCountPending = (number: number) => total === undefined && number === 0

  function show(first: number, last: number): void {
    // A jump of more than a screenful: rows that only pass by are not loaded.
    const jumped = Math.abs(first - view.first) > Math.max(60, last - first + 1)
    view = { first: Math.max(0, first), last: Math.max(0, last) }
    for (const number of wantedPages()) touch(number)
    if (failure !== undefined) return
    if (!jumped && timer === undefined) {
      demand()
      return
    }
    // Fast scrolling ends with small steps, which must not restart the timer.
    if (!jumped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      demand()
    }, settleAfter)
  }

  function cancel(number: number): void {
    const fetch = fetches.get(number)
    fetches.delete(number)
    fetch?.controller.abort()
    // Another request has to bring the count instead.
    if (fetch?.withCount === true) isCountWanted = true
  }

  function cancelAll(): void {
    for (const number of fetches.keys()) cancel(number)
  }

  function refresh(): void {
    generation += 1
    cancelAll()
    cursors.clear()
    failure = undefined
    isCountWanted = true
    const shown = new Set(wantedPages())
    for (const [number, page] of pages) {
      if (shown.has(number)) page.isStale = true
      if (!shown.has(number)) pages.delete(number)
    }
    emit()
    demand()
  }

  function restart(): void {
    if (fetches.size === 0) return
    cancelAll()
    demand()
  }

  return {
    row: (index) => pages.get(pageOf(index))?.rows[index % pageSize],
    total: () => total,
    failure: () => failure,
    show,
    refresh,
    retry() {
      failure = undefined
      emit()
      demand()
    },
    setTotal(next) {
      total = next
      emit()
    },
    replaceRow(next) {
      for (const page of pages.values()) {
        const index = page.rows.findIndex(({ id }) => id === next.id)
        if (index !== -1) page.rows[index] = { ...next, cut: NOTHING_CUT }
      }
      restart()
      emit()
    },
    append(next) {
      if (total?.is_exact !== true) return false
      const number = pageOf(total.value)
      const page = pages.get(number)
      const isEndCached =
        total.value % pageSize === 0
          ? number === 0 || pages.get(number - 1)?.isStale === false
          : page?.isStale === false && page.rows.length === total.value % pageSize
      if (!isEndCached) return false
      const rows = total.value % pageSize === 0 ? [] : (page?.rows ?? [])
      pages.set(number, { rows: [...rows, { ...next, cut: NOTHING_CUT }], isStale: false })
      total = { value: total.value + 1, is_exact: true }
      restart()
      emit()
      return true
    },
    find(id) {
      for (const { rows } of pages.values()) {
        const row = rows.find((other) => other.id === id)
        if (row !== undefined) return row
      }
      return undefined
    },
    *ids() {
      for (const { rows } of pages.values()) for (const { id } of rows) yield id
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    size: () => pages.size,
    stop() {
      generation += 1
      clearTimeout(timer)
      timer = undefined
      cancelAll()
    },
  }
}
