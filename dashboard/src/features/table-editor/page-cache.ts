import type { Row } from '@stoa/contract/services/meta/rows'

/** A row as it lies in the cache. The object stays the same until the row itself changes. */
export type CachedRow = {
  readonly row: Row
  /** Positions of the cells that the server cut; empty for most rows. */
  readonly cut: ReadonlySet<number>
}

export type PageRequest = {
  offset: number
  limit: number
  /** Cursor of the page before: the fast way on. Absent when jumping. */
  after: string | undefined
  /** Asks the server for the row count along with the page. */
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
  /** Rows of one page. */
  pageSize?: number
  /** Pages kept; the least recently shown go first. */
  maxPages?: number
  /** How long the view must rest after a jump before pages are fetched, in ms. */
  settleAfter?: number
}

export type PageCache = {
  /** The row at an absolute position, or undefined while it is not here. */
  row: (index: number) => CachedRow | undefined
  /** Undefined before the first answer. */
  total: () => RowTotal | undefined
  /** Why the last fetch failed, until a fetch succeeds. */
  failure: () => unknown
  /** Says which rows are on screen, so that they and what follows are fetched. */
  show: (first: number, last: number) => void
  /** Reads everything on screen anew and forgets the rest; what is shown stays until replaced. */
  refresh: () => void
  /** Tries again what failed. */
  retry: () => void
  /** Takes a count somebody asked for. */
  setTotal: (total: RowTotal) => void
  /** Puts a changed row in the place of every cached row that `matches`. */
  replaceRow: (matches: (row: Row) => boolean, next: Row) => void
  /** Called after any change; returns the way to stop. */
  subscribe: (listener: () => void) => () => void
  /** Number of pages held, for those who watch memory. */
  size: () => number
  stop: () => void
}

type Page = { rows: CachedRow[]; isStale: boolean }

const NOTHING_CUT: ReadonlySet<number> = new Set()
/** Cursors are kept longer than pages, so that scrolling back down stays on the fast way. */
const MAX_CURSORS = 400
const MAX_FETCHES = 3

/**
 * Rows of one view (table, filters, sorts), read in pages and kept within a fixed amount of memory
 * however long the table is. Reading on uses the cursor of the page before; jumping uses an offset,
 * and only after the view has come to rest, so that flinging over a million rows asks for few pages.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { fetchPage, pageSize = 200, maxPages = 40, settleAfter = 90 } = options
  // Map order is age: a page that is shown moves to the end, the first is the one to go.
  const pages = new Map<number, Page>()
  const cursors = new Map<number, string>()
  const fetches = new Map<number, AbortController>()
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

  /** What an answer tells about the length: a short page is the end, a full last page is not. */
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
    const rows = answer.rows.map((row, index) => ({ row, cut: cut.get(index) ?? NOTHING_CUT }))
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
    fetches.set(number, controller)
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
      if (withCount) isCountWanted = true
      if (startedIn !== generation || controller.signal.aborted) return
      failure = error
    } finally {
      if (fetches.get(number) === controller) fetches.delete(number)
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

  /** Starts what the view needs, then the page after it when the view nears the end of what is here. */
  function demand(): void {
    const wanted = wantedPages()
    const next = pageOf(view.last + pageSize / 2)
    if (!wanted.includes(next) && cursors.has(next - 1)) wanted.push(next)
    for (const [number, controller] of fetches) {
      if (wanted.includes(number)) continue
      if (isCountPending(number)) continue
      controller.abort()
      fetches.delete(number)
    }
    for (const number of wanted) {
      if (fetches.size >= MAX_FETCHES) return
      if (!isMissing(number) || fetches.has(number)) continue
      const isPastEnd = total?.is_exact === true && number > 0 && number * pageSize >= total.value
      if (!isPastEnd) void fetchNumber(number)
    }
  }

  // The first answer carries the count; dropping it would leave the grid without a length.
  const isCountPending = (number: number) => total === undefined && number === 0

  function show(first: number, last: number): void {
    // More than a screenful at once: nobody reads what passes by.
    const jumped = Math.abs(first - view.first) > Math.max(60, last - first + 1)
    view = { first: Math.max(0, first), last: Math.max(0, last) }
    for (const number of wantedPages()) touch(number)
    if (failure !== undefined) return
    if (!jumped && timer === undefined) {
      demand()
      return
    }
    // The last of a fling is slow: small steps must not put off what the view rests on.
    if (!jumped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      demand()
    }, settleAfter)
  }

  function refresh(): void {
    generation += 1
    for (const controller of fetches.values()) controller.abort()
    fetches.clear()
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
    replaceRow(matches, next) {
      for (const page of pages.values()) {
        page.rows.forEach((cached, index) => {
          if (matches(cached.row)) page.rows[index] = { row: next, cut: NOTHING_CUT }
        })
      }
      emit()
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
      for (const controller of fetches.values()) controller.abort()
      fetches.clear()
    },
  }
}
