import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostHeld } from '../../../test/memory.ts'
import {
  askBesideUnread,
  MEGABYTE,
  readSlowly,
  startPages,
  type Pages,
} from '../../../test/data-api/long-answer.ts'

const ROWS = 100

let pages: Pages

beforeAll(async () => {
  pages = await startPages(ROWS)
})
afterAll(() => pages.stop())

it('a response of 100 MB is never kept in memory, even if its reader is slow', async () => {
  const most = await mostHeld(async () => {
    const response = await pages.ask('page?select=id,body&order=id')
    expect(response.statusCode).toBe(200)
    let bytes = 0
    for await (const chunk of readSlowly(response)) bytes += chunk.length
    expect(bytes).toBe(Number(response.headers['content-length']))
    expect(bytes).toBeGreaterThan(ROWS * MEGABYTE)
  })
  expect(most).toBeLessThan(16 * MEGABYTE)
})

it('six unread responses of 100 MB do not keep connections busy', async () => {
  const beside = await askBesideUnread(pages, { times: 200 })
  expect(beside).toEqual({ statuses: [200], busy: 0 })
})
