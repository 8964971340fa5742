import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../test/storage/app.ts'

let project: TestProject
let app: StorageApp

const LIMIT = 1000

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project, { storageLimitBytes: LIMIT })
  await app.client().createBucket('files')
})
afterAll(async () => {
  await app.close()
  await project.stop()
})
beforeEach(async () => {
  await app.client().emptyBucket('files')
  await app.settled()
  await vi.waitUntil(async () => (await stored()) === 0, 10_000)
})

const bucket = () => app.client().from('files')
const bytes = (length: number) => Buffer.alloc(length, 'x')
const stored = async () =>
  ((await app.member('GET', '/usage')) as { stored_bytes: number }).stored_bytes

it('counts uploads, copies, replacements and deletions', async () => {
  await bucket().upload('a', bytes(300))
  await bucket().copy('a', 'b')
  expect(await app.member('GET', '/usage')).toEqual({ stored_bytes: 600, limit_bytes: LIMIT })
  await bucket().upload('a', bytes(100), { upsert: true })
  await expect.poll(stored).toBe(400)
  await bucket().upload('a', bytes(200))
  await bucket().move('a', 'c')
  expect(await stored()).toBe(400)
  await bucket().remove(['b'])
  await expect.poll(stored).toBe(100)
})

it('refuses an upload at the limit with a code and a next step, and accepts it after a deletion', async () => {
  await bucket().upload('a', bytes(900))
  const answer = await app.fetch('/object/files/b', { method: 'POST', body: bytes(101) })
  expect([answer.status, await answer.json()]).toEqual([
    507,
    {
      statusCode: '507',
      code: 'storage_limit_reached',
      error: 'storage_limit_reached',
      message: expect.stringMatching(/limit of .* GB\.$/),
      hint: expect.stringMatching(/^Delete files .*\.$/),
    },
  ])
  expect((await bucket().copy('a', 'b')).error).toMatchObject({ statusCode: '507' })
  expect(await stored()).toBe(900)
  expect((await bucket().upload('b', bytes(100))).error).toBeNull()
  expect((await bucket().remove(['a'])).error).toBeNull()
  await expect.poll(stored).toBe(100)
  expect((await bucket().upload('c', bytes(900))).error).toBeNull()
})

it('keeps concurrent uploads within the limit together', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `many/${index}`)
  const results = await Promise.all(names.map((name) => bucket().upload(name, bytes(99))))
  expect(results.filter(({ error }) => error === null).length).toBeLessThanOrEqual(10)
  expect(results.filter(({ error }) => error === null).length).toBeGreaterThan(0)
  expect(await stored()).toBeLessThanOrEqual(LIMIT)
  expect((await bucket().list('many')).data?.length).toBe((await stored()) / 99)
})

it('counts correctly even if the owner of the project writes to the tables', async () => {
  await bucket().upload('a', bytes(500))
  await project.run(`update storage.objects set metadata = '{"size": 1}'`)
  expect(await stored()).toBe(500)
  const answer = await bucket().upload('b', bytes(600))
  expect(answer.error).toMatchObject({ statusCode: '507' })
})

it('counts the bytes of a resumable upload while they arrive, and once when it is complete', async () => {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '500',
    'upload-metadata': `bucketName ${btoa('files')},objectName ${btoa('resumed')}`,
  }
  const created = await app.fetch('/upload/resumable', { method: 'POST', headers })
  const id = created.headers.get('location')?.split('/').at(-1) ?? ''
  const append = (offset: number, length: number) =>
    app.fetch(`/upload/resumable/${id}`, {
      method: 'PATCH',
      body: bytes(length),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    })
  expect((await append(0, 300)).status).toBe(204)
  expect(await stored()).toBe(300)
  await bucket().upload('other', bytes(600))
  expect((await append(300, 200)).status).toBe(507)
  await bucket().remove(['other'])
  await expect.poll(stored).toBe(300)
  expect((await append(300, 200)).status).toBe(204)
  expect(await stored()).toBe(500)
})

it('knows the size after a stop, and measures it after a crash and every day', async () => {
  await bucket().upload('a', bytes(500))
  await app.settled()
  const next = await createStorageApp(project, { storageLimitBytes: LIMIT })
  expect(await next.member('GET', '/usage')).toMatchObject({ stored_bytes: 500 })
  // A crash leaves no note of a stop.
  const crashed = await createStorageApp(project, { storageLimitBytes: LIMIT })
  await expect.poll(() => crashed.member('GET', '/usage')).toMatchObject({ stored_bytes: 500 })
  await rm(path.join(app.folder, 'content'), { recursive: true })
  await crashed.runJob('sweep')
  expect(await crashed.member('GET', '/usage')).toMatchObject({ stored_bytes: 0 })
  await next.close()
  await crashed.close()
})
