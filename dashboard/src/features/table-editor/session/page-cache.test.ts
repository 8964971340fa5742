import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '@stoa/contract/services/meta/rows'
import { createPageCache } from './page-cache.ts'
import type { PageAnswer, PageRequest } from './page-cache.ts'

const ROWS = 100_000

/** Rows are identified by their first cell, a number. */
const identify = (row: Row) => ({
  id: Number(row.cells[0]),
  key: { id: row.cells[0] ?? null },
  row,
})

/** A table of numbered rows that records the requests it receives. */
function numberedTable(length = ROWS) {
  const asked: PageRequest[] = []
  let version = 1
  let failing = false
  const fetchPage = async (request: PageRequest): Promise<PageAnswer> => {
    asked.push(request)
    await Promise.resolve()
    if (failing) throw new Error('unreachable')
    const start = request.after === undefined ? request.offset : Number(request.after) + 1
    const rows = Array.from(
      { length: Math.max(0, Math.min(request.limit, length - start)) },
      (_, index) => ({ version: String(version), cells: [String(start + index)] }),
    )
    const last = rows.at(-1)?.cells[0] ?? null
    return {
      rows,
      cursor: last,
      truncated: start === 0 ? [[1, 0]] : [],
      count: request.withCount ? { value: length, is_exact: false } : null,
    }
  }
  return {
    asked,
    fetchPage,
    change: () => (version += 1),
    fail: (value: boolean) => (failing = value),
  }
}

const settle = () => vi.advanceTimersByTimeAsync(500)

describe('page cache', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('loads the first page with the count, and prefetches the next page with the cursor', async () => {
    const table = numberedTable()
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    expect(table.asked).toHaveLength(1)
    expect(table.asked[0]).toMatchObject({ offset: 0, limit: 200, withCount: true })
    expect(cache.total()).toEqual({ value: ROWS, is_exact: false })
    expect(cache.row(199)?.row.cells).toEqual(['199'])

    cache.show(90, 120)
    await settle()
    expect(table.asked[1]).toMatchObject({ offset: 200, after: '199', withCount: false })
    expect(cache.row(200)?.row.cells).toEqual(['200'])
  })

  it('jumps with an offset, in one request, after scrolling has stopped', async () => {
    const table = numberedTable()
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    for (let first = 1000; first <= 60_000; first += 1000) cache.show(first, first + 30)
    expect(table.asked).toHaveLength(1)
    await settle()
    expect(table.asked.slice(1).map(({ offset, after }) => [offset, after])).toEqual([
      [60_000, undefined],
    ])
    expect(cache.row(60_010)?.row.cells).toEqual(['60010'])
  })

  it('keeps at most the allowed number of pages and evicts the least recently shown', async () => {
    const table = numberedTable()
    const cache = createPageCache({ identify, fetchPage: table.fetchPage, maxPages: 5 })
    for (const page of [0, 10, 20, 30, 40, 50, 60]) {
      cache.show(page * 200, page * 200 + 30)
      await settle()
      cache.show(0, 30)
      await settle()
    }
    expect(cache.size()).toBeLessThanOrEqual(5)
    expect(cache.row(0)).toBeDefined()
    expect(cache.row(10 * 200)).toBeUndefined()
    expect(cache.row(60 * 200)).toBeDefined()
  })

  it('shows the visible rows until a refresh has reloaded them, and drops the others', async () => {
    const table = numberedTable()
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    cache.show(5000, 5030)
    await settle()
    table.change()
    cache.refresh()
    expect(cache.row(5000)?.row.version).toBe('1')
    expect(cache.row(0)).toBeUndefined()
    await settle()
    expect(cache.row(5000)?.row.version).toBe('2')
    expect(table.asked.at(-1)).toMatchObject({ offset: 5000, after: undefined, withCount: true })
  })

  it('learns the end from a short page, and corrects a low estimate after a full page', async () => {
    const table = numberedTable(450)
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    cache.setTotal({ value: 200, is_exact: false })
    cache.show(100, 199)
    await settle()
    expect(cache.total()?.value).toBeGreaterThan(200)
    cache.show(380, 410)
    await settle()
    expect(cache.total()).toEqual({ value: 450, is_exact: true })
  })

  it('marks the cells that the server truncated, and clears the mark when the row is replaced', async () => {
    const table = numberedTable()
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    expect([...(cache.row(1)?.cut ?? [])]).toEqual([0])
    const before = cache.row(2)
    cache.replaceRow({ id: 1, key: { id: 'one' }, row: { version: '9', cells: ['one'] } })
    expect(cache.row(1)?.row).toEqual({ version: '9', cells: ['one'] })
    expect(cache.row(1)?.cut.size).toBe(0)
    expect(cache.row(2)).toBe(before)
  })

  it('sends no requests after a failure until it is retried', async () => {
    const table = numberedTable()
    table.fail(true)
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    expect(cache.failure()).toBeInstanceOf(Error)
    cache.show(1, 31)
    await settle()
    expect(table.asked).toHaveLength(1)
    table.fail(false)
    cache.retry()
    await settle()
    expect(cache.failure()).toBeUndefined()
    expect(table.asked.at(-1)).toMatchObject({ withCount: true })
    expect(cache.row(0)).toBeDefined()
  })

  it('discards the response for a page requested before a refresh', async () => {
    const answers: ((answer: PageAnswer) => void)[] = []
    const cache = createPageCache({
      identify,
      fetchPage: () => new Promise((resolve) => answers.push(resolve)),
    })
    cache.show(0, 30)
    cache.refresh()
    const page = (text: string): PageAnswer => ({
      rows: [{ version: '1', cells: [text] }],
      cursor: null,
      truncated: [],
      count: { value: 1, is_exact: true },
    })
    answers[1]?.(page('new'))
    answers[0]?.(page('old'))
    await settle()
    expect(cache.row(0)?.row.cells).toEqual(['new'])
  })

  it('requests a page again if a row was saved in the meantime, because the response may be older', async () => {
    const answers: ((answer: PageAnswer) => void)[] = []
    const cache = createPageCache({
      identify,
      fetchPage: () => new Promise((resolve) => answers.push(resolve)),
    })
    const page = (version: string): PageAnswer => ({
      rows: [{ version, cells: ['1'] }],
      cursor: null,
      truncated: [],
      count: { value: 1, is_exact: true },
    })
    cache.show(0, 30)
    answers[0]?.(page('1'))
    await settle()
    cache.refresh()
    cache.replaceRow(identify({ version: '2', cells: ['1'] }))
    answers[1]?.(page('1'))
    await settle()
    expect(cache.row(0)?.row.version).toBe('2')
    answers[2]?.(page('2'))
    await settle()
    expect(cache.row(0)?.row.version).toBe('2')
    expect(cache.total()).toEqual({ value: 1, is_exact: true })
  })

  it.each([0, 1, 199, 200, 201])('appends a row to a table of %i rows', async (length) => {
    const table = numberedTable(length)
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    cache.setTotal({ value: length, is_exact: true })
    cache.show(Math.max(0, length - 20), Math.max(0, length - 1))
    await settle()
    expect(cache.append(identify({ version: '5', cells: ['999'] }))).toBe(true)
    expect(cache.row(length)?.row.version).toBe('5')
    expect(cache.total()).toEqual({ value: length + 1, is_exact: true })
  })

  it('does not append a row while the end of the table is not cached', async () => {
    const table = numberedTable()
    const cache = createPageCache({ identify, fetchPage: table.fetchPage })
    cache.show(0, 30)
    await settle()
    expect(cache.append(identify({ version: '5', cells: ['999'] }))).toBe(false)
    cache.setTotal({ value: ROWS, is_exact: true })
    expect(cache.append(identify({ version: '5', cells: ['999'] }))).toBe(false)
  })
})
