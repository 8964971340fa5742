import { z } from 'zod'
import { StorageJob } from '@stoa/contract/services/storage/jobs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'

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

const path = () => `/buckets/${bucket}/jobs`
const start = async (prefix = '') =>
  StorageJob.parse(await app.member('POST', path(), { verb: 'delete', prefixes: [prefix] }))
const read = async (id: string) => StorageJob.parse(await app.member('GET', `${path()}/${id}`))
const count = async () => {
  const buckets = z
    .array(z.object({ id: z.string(), object_count: z.int() }))
    .parse(await app.member('GET', `/buckets?search=${bucket}`))
  return buckets.find(({ id }) => id === bucket)?.object_count
}

it('deletes a folder in the background and reports its progress', async () => {
  const started = await start('docs/')
  expect(started).toMatchObject({ state: 'running', total: 4900, finished: 0, ended_at: null })
  expect(await count()).toBe(5000)
  await app.runQueued()
  expect(await read(started.id)).toMatchObject({ state: 'done', total: 4900, finished: 4900 })
  expect(await count()).toBe(100)
  expect(await app.member('GET', path())).toMatchObject([{ id: started.id, state: 'done' }])
})

it('keeps objects that are uploaded after it started', async () => {
  const { id } = await start()
  await app.client().from(bucket).upload('docs/new', 'text')
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'done', finished: 5000 })
  expect(await count()).toBe(1)
})

it('deletes nothing more after it is canceled', async () => {
  const { id } = await start()
  expect(await app.member('POST', `${path()}/${id}/cancel`)).toMatchObject({ state: 'canceled' })
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'canceled', finished: 0 })
  expect(await count()).toBe(5000)
})

it('continues where it stopped after a server crash', async () => {
  const { id } = await start()
  await expect(app.runQueued({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(await read(id)).toMatchObject({ state: 'running', finished: 2000 })
  await app.recover()
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'done', finished: 5000 })
  expect(await count()).toBe(0)
})

it('reports that a trigger of the project’s owner refuses', async () => {
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

it('is not resumed by a copy of the project', async () => {
  const { id } = await start()
  await project.run(`update storage.bulk_jobs set project_ref = 'another'`, 'supabase_admin')
  await expect(app.runQueued({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  await app.recover()
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'running', finished: 2000 })
})

it('refuses unknown buckets and jobs', async () => {
  expect(
    await app.member('POST', '/buckets/none/jobs', { verb: 'delete', prefixes: [''] }),
  ).toMatchObject({
    code: 'NoSuchBucket',
  })
  const id = '00000000-0000-4000-8000-000000000000'
  expect(await app.member('GET', `${path()}/${id}`)).toMatchObject({
    code: 'storage_job_not_found',
  })
})

it('deletes neither objects that are uploaded nor objects that are replaced after it started', async () => {
  await app.client().from(bucket).upload('docs/old', 'old text')
  const { id } = await start()
  await app.client().from(bucket).upload('docs/old', 'new text', { upsert: true })
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'done', finished: 5000 })
  const kept = await app.client().from(bucket).download('docs/old')
  expect(await kept.data?.text()).toBe('new text')
})

const place = (body: object) => app.member('POST', path(), body)
const text = async (name: string, from = bucket) =>
  (await app.client().from(from).download(name)).data?.text()

it('moves folders and files to another bucket and skips names that are taken', async () => {
  const files = app.client().from(bucket)
  await app.client().createBucket(`${bucket}-to`)
  for (const name of ['a/deep/1', 'a/deep/2', 'a/file', 'a/other']) await files.upload(name, name)
  await app.client().from(`${bucket}-to`).upload('b/file', 'taken')
  const started = await place({
    verb: 'move',
    prefixes: ['a/deep/'],
    names: ['a/file'],
    from_folder: 'a/',
    to_folder: 'b/',
    to_bucket: `${bucket}-to`,
  })
  const { id } = StorageJob.parse(started)
  await app.runQueued()
  expect(await read(id)).toMatchObject({
    state: 'done',
    total: 3,
    finished: 2,
    skipped: 1,
    skipped_names: ['a/file'],
  })
  expect(await text('b/deep/2', `${bucket}-to`)).toBe('a/deep/2')
  expect(await text('b/file', `${bucket}-to`)).toBe('taken')
  expect(await text('a/file')).toBe('a/file')
  expect(await text('a/other')).toBe('a/other')
})

it('copies each file once when the server ended in the middle', async () => {
  const files = app.client().from(bucket)
  for (let n = 0; n < 20; n++) await files.upload(`a/${n}`, String(n))
  const { id } = StorageJob.parse(
    await place({ verb: 'copy', prefixes: ['a/'], from_folder: '', to_folder: 'b/' }),
  )
  await app.runQueued()
  // The progress of the step was not recorded.
  await project.run(
    `update storage.bulk_jobs set position = '', state = 'running', finished = 0 where id = '${id}'`,
    'supabase_admin',
  )
  await app.recover()
  await app.runQueued()
  expect(await read(id)).toMatchObject({ state: 'done', finished: 20, skipped: 0 })
  expect(await text('b/a/7')).toBe('7')
})

it('copies into the same folder under the next name', async () => {
  await app.client().from(bucket).upload('a/file.txt', 'text')
  await place({ verb: 'copy', names: ['a/file.txt'], from_folder: 'a/', to_folder: 'a/' })
  await app.runQueued()
  expect(await text('a/file (1).txt')).toBe('text')
})

it('refuses to put a folder inside itself, and selections outside of the folder', async () => {
  const move = { verb: 'move', prefixes: ['a/'], from_folder: '', to_folder: 'a/b/' }
  expect(await place(move)).toMatchObject({ code: 'InvalidParameter' })
  expect(await place({ ...move, from_folder: 'c/', to_folder: '' })).toMatchObject({
    code: 'InvalidParameter',
  })
  expect(await place({ verb: 'delete' })).toMatchObject({ code: 'InvalidParameter' })
})

it('empties a large bucket as a job with the rights of the caller', async () => {
  const person = '00000000-0000-4000-8000-00000000000a'
  await project.run(`
    create policy buckets on storage.buckets for select to authenticated using (true);
    create policy reads on storage.objects for select to authenticated using (true);
    create policy deletes on storage.objects for delete to authenticated
      using (name like 'docs/%' and auth.uid() = '${person}')`)
  expect(await app.client(person).emptyBucket(bucket)).toMatchObject({
    data: { message: 'Empty bucket has been queued. Completion may take up to an hour.' },
  })
  await app.client().from(bucket).upload('docs/new', 'text')
  await app.runQueued()
  expect(await count()).toBe(101)
  expect(await text('docs/new')).toBe('text')
})

it('deletes a folder through the API, at once if it is small', async () => {
  const names = ['small/a', 'small/b/c', 'small', 'smaller/d', 'Small/e', 'sm_ll/f']
  for (const name of names) await app.client().from(bucket).upload(name, 'text')
  const remove = async (path: string, as?: string) => {
    const init = { method: 'DELETE', ...(as !== undefined && { as }) }
    const response = await app.fetch(`/folder/${bucket}/${path}`, init)
    return [response.status, await response.json()]
  }
  expect(await remove('small', 'anon')).toMatchObject([400, { code: 'NoSuchBucket' }])
  expect(await remove('small/')).toEqual([200, { message: 'Successfully deleted', count: 2 }])
  expect(await remove('small')).toMatchObject([400, { code: 'NoSuchKey' }])
  for (const path of ['..%2fdocs', 'a%00', 'a%5Cb'])
    expect(await remove(path)).toMatchObject([400, { code: 'InvalidKey' }])
  expect(await remove('sm_ll')).toMatchObject([200, { count: 1 }])
  for (const name of ['small', 'smaller/d', 'Small/e']) expect(await text(name)).toBe('text')

  expect(await remove('docs')).toMatchObject([202, { count: 4900 }])
  await app.client().from(bucket).upload('docs/new', 'text')
  await app.runQueued()
  // A hundred of `kept/`, the three from above, and the new one.
  expect(await count()).toBe(104)
})

it('deletes only those objects of a folder that the caller can delete', async () => {
  const person = '00000000-0000-4000-8000-00000000000b'
  await project.run(`
    create policy buckets_b on storage.buckets for select to authenticated using (true);
    create policy reads_b on storage.objects for select to authenticated using (true);
    create policy deletes_b on storage.objects for delete to authenticated
      using (name like 'own/%' and auth.uid() = '${person}')`)
  for (const name of ['own/a', 'other/a']) await app.client().from(bucket).upload(name, 'text')
  const remove = async (path: string) =>
    (await app.fetch(`/folder/${bucket}/${path}`, { method: 'DELETE', as: person })).status
  expect([await remove('own'), await remove('other')]).toEqual([200, 400])
  expect(await text('other/a')).toBe('text')
})
