import { z } from 'zod'
import { StorageDeletion } from '@stoa/contract/services/storage/deletions'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage-app.ts'

let project: TestProject
let app: StorageApp
let bucket: string
let number = 0

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
})
afterAll(async () => {
  await app.close()
  await project.stop()
})
beforeEach(async () => {
  bucket = `files-${number++}`
  await app.client().createBucket(bucket)
  // More than two steps.
  await project.run(`
    insert into storage.objects (bucket_id, name)
    select '${bucket}', case when n % 50 = 0 then 'kept/' else 'docs/' end || n
    from generate_series(1, 5000) as n`)
})

const path = () => `/buckets/${bucket}/deletions`
const start = async (prefix = '') =>
  StorageDeletion.parse(await app.member('POST', path(), { prefix }))
const read = async (id: string) => StorageDeletion.parse(await app.member('GET', `${path()}/${id}`))
const count = async () => {
  const buckets = z
    .array(z.object({ id: z.string(), object_count: z.int() }))
    .parse(await app.member('GET', `/buckets?search=${bucket}`))
  return buckets.find(({ id }) => id === bucket)?.object_count
}

it('deletes a folder in the background and tells its progress', async () => {
  const started = await start('docs/')
  expect(started).toMatchObject({ state: 'running', total: 4900, deleted: 0, ended_at: null })
  expect(await count()).toBe(5000)
  await app.runQueued()
  expect(await read(started.id)).toMatchObject({ state: 'done', total: 4900, deleted: 4900 })
  expect(await count()).toBe(100)
  expect(await app.member('GET', path())).toMatchObject([{ id: started.id, state: 'done' }])
})

it('keeps what is uploaded after its beginning', async () => {
  const { id } = await start()
  await app.client().from(bucket).upload('docs/new', 'text')
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'done', deleted: 5000 })
  expect(await count()).toBe(1)
})

it('deletes nothing more after it is canceled', async () => {
  const { id } = await start()
  expect(await app.member('POST', `${path()}/${id}/cancel`)).toMatchObject({ state: 'canceled' })
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'canceled', deleted: 0 })
  expect(await count()).toBe(5000)
})

it('goes on where it was after a server that ended in the middle', async () => {
  const { id } = await start()
  await expect(app.runQueued({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(await read(id)).toMatchObject({ state: 'running', deleted: 2000 })
  await app.recover()
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'done', deleted: 5000 })
  expect(await count()).toBe(0)
})

it("says why it failed when a trigger of the project's owner refuses", async () => {
  await project.run(`
    create function public.refuse() returns trigger language plpgsql
      as $$ begin raise exception 'Not this one'; end $$;
    create trigger refuse before delete on storage.objects for each row
      when (old.name = 'kept/50') execute function public.refuse();`)
  const { id } = await start('kept/')
  await app.runQueued()
  await project.run('drop trigger refuse on storage.objects')
  expect(await read(id)).toMatchObject({ state: 'failed', message: 'Not this one' })
  expect(await count()).toBe(5000)
})

it('is not taken up by a copy of the project', async () => {
  const { id } = await start()
  await project.run(`update storage.deletions set project_ref = 'another'`, 'supabase_admin')
  await expect(app.runQueued({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  await app.recover()
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'running', deleted: 2000 })
})

it('refuses unknown buckets and deletions', async () => {
  expect(await app.member('POST', '/buckets/none/deletions', {})).toMatchObject({
    code: 'NoSuchBucket',
  })
  const id = '00000000-0000-4000-8000-000000000000'
  expect(await app.member('GET', `${path()}/${id}`)).toMatchObject({ code: 'deletion_not_found' })
})
