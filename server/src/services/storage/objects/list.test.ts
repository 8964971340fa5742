import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'

let project: TestProject
let app: StorageApp

/** Names around the slash in the order of bytes, folders with many objects, and unusual characters. */
const NAMES = [
  'a',
  'a!',
  'a-b',
  'a/1',
  'a/2',
  'a/b/c',
  'a0',
  'a0/x',
  'b',
  'b/',
  'b//c',
  'ä/ö',
  'ä\u0308',
  'z%_/1',
  'z%_x',
  ...Array.from({ length: 40 }, (_, index) => `many/${String(index).padStart(3, '0')}`),
  ...Array.from({ length: 300 }, (_, index) => `deep/${index % 3}/${index}`),
  ...Array.from({ length: 20 }, (_, index) => `wide/${index}/x`),
]
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** The entries directly under a prefix, in order; folders end with a slash. */
function level(prefix: string): string[] {
  const found = NAMES.filter((name) => name.startsWith(prefix) && name !== prefix).map((name) => {
    const slash = name.indexOf('/', prefix.length)
    return slash < 0 ? name : name.slice(0, slash + 1)
  })
  return [...new Set(found)].sort(byBytes)
}

const Entries = z.array(z.object({ name: z.string(), id: z.string().nullable() }))
const Page = z.object({
  hasNext: z.boolean(),
  nextCursor: z.string().optional(),
  folders: z.array(z.object({ name: z.string(), key: z.string() })),
  objects: z.array(z.object({ name: z.string(), key: z.string() })),
})

const post = async <T>(place: string, body: object, schema: z.core.$ZodType<T>): Promise<T> => {
  const answer = await app.fetch(place, { method: 'POST', body: JSON.stringify(body) })
  return z.parse(schema, await answer.json())
}

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  await app.client().createBucket('files')
  const rows = NAMES.map(
    (name, index) =>
      `('files', '${name}', '2026-01-01'::timestamptz + '${(index * 37) % 90} hours')`,
  )
  await project.run(
    `insert into storage.objects (bucket_id, name, created_at) values ${rows.join(',')}`,
    'supabase_admin',
  )
})
afterAll(async () => {
  await app.close()
  await project.stop()
})

describe.each(['', 'a/', 'a', 'b/', 'many/', 'wide/', 'wide/1', 'deep/', 'ä', 'z%_', 'nothing/'])(
  'a listing of %j',
  (prefix) => {
    it.each(['asc', 'desc'] as const)('has every page by cursor, %s', async (order) => {
      for (const column of ['name', 'created_at']) {
        const found: string[] = []
        let cursor: string | undefined
        do {
          const body = { prefix, limit: 3, cursor, with_delimiter: true, sortBy: { column, order } }
          const page = await post('/object/list-v2/files', body, Page)
          const entries = [...page.folders, ...page.objects].map(({ name }) => name)
          expect(entries.length).toBeLessThanOrEqual(3)
          found.push(...entries.sort(byBytes))
          cursor = page.nextCursor
        } while (cursor !== undefined)
        expect([column, found.toSorted(byBytes)]).toEqual([column, level(prefix)])
      }
    })

    it('has every name without folders', async () => {
      const page = await post('/object/list-v2/files', { prefix }, Page)
      const names = NAMES.filter((name) => name.startsWith(prefix) && name !== prefix)
      expect(page.objects.map(({ name }) => name)).toEqual(names.sort(byBytes))
    })

    it.each(['asc', 'desc'] as const)('has every page by offset, %s', async (order) => {
      if (prefix !== '' && !prefix.endsWith('/')) return
      const found: string[] = []
      for (let offset = 0; ; offset += 4) {
        const body = { prefix, limit: 4, offset, sortBy: { column: 'name', order } }
        const page = await post('/object/list/files', body, Entries)
        if (page.length === 0) break
        found.push(...page.map(({ name, id }) => `${prefix}${name}${id === null ? '/' : ''}`))
      }
      const expected = level(prefix)
      expect(found).toEqual(order === 'asc' ? expected : expected.toReversed())
    })
  },
)

it('finds names that begin with a text, in any case and without patterns', async () => {
  const search = async (text: string) =>
    (await post('/object/list/files', { search: text }, Entries)).map(({ name }) => name)
  expect(await search('MAN')).toEqual(['many'])
  expect(await search('z%')).toEqual(['z%_', 'z%_x'])
  expect(await search('%')).toEqual([])
})

it('refuses a cursor that it did not create', async () => {
  for (const cursor of ['x', Buffer.from('{"after":"a"}').toString('base64url')]) {
    const body = JSON.stringify({ cursor })
    const answer = await app.fetch('/object/list-v2/files', { method: 'POST', body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidParameter' }])
  }
})
