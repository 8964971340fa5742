import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'

let project: TestProject
let app: StorageApp

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
})
afterAll(async () => {
  await app.close()
  await project.stop()
})

it('lets members manage buckets', async () => {
  const created = await app.member('POST', '/buckets', { id: 'new files', public: true })
  expect(created).toMatchObject({ id: 'new files', public: true, file_size_limit: null })
  expect(await app.member('POST', '/buckets', { id: 'new files' })).toMatchObject({
    code: 'BucketAlreadyExists',
  })
  const change = { file_size_limit: 1000, allowed_mime_types: ['image/*'] }
  expect(await app.member('PATCH', '/buckets/new%20files', change)).toMatchObject(change)
  await app.member('PATCH', '/buckets/new%20files', { allowed_mime_types: null })
  await app.client().from('new files').upload('a', 'x')
  expect(await app.member('GET', '/buckets?search=new')).toMatchObject([
    { id: 'new files', object_count: 1, allowed_mime_types: null },
  ])
  expect(await app.member('DELETE', '/buckets/new%20files')).toMatchObject({
    code: 'ResourceNotEmpty',
  })
  await app.client().emptyBucket('new files')
  expect(await app.member('DELETE', '/buckets/new%20files')).toEqual({})
  expect(await app.member('GET', '/buckets/new%20files')).toMatchObject({ code: 'NoSuchBucket' })
})

it('lets members list, move, copy and delete objects, and share them by URL', async () => {
  await app.member('POST', '/buckets', { id: 'files' })
  const upload = (await app.member('POST', '/buckets/files/objects/sign-upload', {
    name: 'docs/a b?.txt',
  })) as { url: string }
  // The project's own address is not served here.
  const local = (url: string) => url.replace(/^.*\/storage\/v1/, app.url)
  const sent = await fetch(local(upload.url), {
    method: 'PUT',
    body: 'text',
    headers: { 'content-type': 'text/plain' },
  })
  expect(sent.status).toBe(200)
  expect(await app.member('GET', '/buckets/files/objects')).toEqual({
    folders: ['docs/'],
    objects: [],
  })
  const docs = '/buckets/files/objects?prefix=docs/'
  expect(await app.member('GET', docs)).toMatchObject({
    folders: [],
    objects: [{ name: 'docs/a b?.txt', size: 4, content_type: 'text/plain' }],
  })
  const copy = { from: 'docs/a b?.txt', to: 'docs/b.txt' }
  expect(await app.member('POST', '/buckets/files/objects/copy', copy)).toEqual({})
  const move = { from: 'docs/b.txt', to: 'docs/c.txt' }
  expect(await app.member('POST', '/buckets/files/objects/move', move)).toEqual({})
  expect(await app.member('GET', '/buckets/files/objects/info?name=docs/c.txt')).toMatchObject({
    name: 'docs/c.txt',
    size: 4,
    etag: expect.any(String),
    user_metadata: {},
  })
  expect(await app.member('GET', `${docs}&limit=1`)).toMatchObject({
    objects: [{ name: 'docs/a b?.txt' }],
    next_cursor: expect.any(String),
  })
  const signed = (await app.member('POST', '/buckets/files/objects/sign', {
    names: ['docs/a b?.txt', 'nothing'],
    expires_in: 60,
  })) as { name: string; url: string | null }[]
  expect(signed[1]).toEqual({ name: 'nothing', url: null })
  expect(await (await fetch(local(signed[0]?.url ?? ''))).text()).toBe('text')
  const names = ['docs/a b?.txt', 'docs/c.txt', 'nothing']
  expect(await app.member('POST', '/buckets/files/objects/remove', { names })).toEqual({
    removed: expect.arrayContaining(['docs/a b?.txt', 'docs/c.txt']),
  })
})

it('lets members find objects by a part of their names in the whole bucket', async () => {
  await app.member('POST', '/buckets', { id: 'searched' })
  for (const name of ['a/Report.pdf', 'a/b/old report', 'Ärger/x', '100%', 'plain'])
    await app.client().from('searched').upload(encodeURI(name), 'x')
  await project.run(
    `insert into storage.objects (bucket_id, name)
     select 'searched', 'many/' || n from generate_series(1, 501) as n`,
  )
  const search = async (query: string) => {
    const answer = await app.member('GET', `/buckets/searched/objects/search?${query}`)
    const { objects, has_more: hasMore } = answer as {
      objects: { name: string }[]
      has_more: boolean
    }
    return { names: objects.map(({ name }) => name), hasMore }
  }
  expect(await search('text=REPORT')).toEqual({
    names: ['a/Report.pdf', 'a/b/old report'],
    hasMore: false,
  })
  expect((await search('text=report&sort=created_at&order=desc')).names).toEqual([
    'a/b/old report',
    'a/Report.pdf',
  ])
  expect((await search(`text=${encodeURIComponent('ä')}`)).names).toEqual(['Ärger/x'])
  expect((await search('text=%25')).names).toEqual(['100%'])
  const many = await search('text=many/')
  expect([many.names.length, many.hasMore]).toEqual([500, true])
  expect(await app.member('GET', '/buckets/searched/objects/search?text=')).toMatchObject({
    code: 'invalid_request',
  })
})

it('records members’ changes in the audit log', async () => {
  const before = app.audited.length
  await app.member('POST', '/buckets', { id: 'audited', public: true })
  const change = { public: false, allowed_mime_types: ['image/*', 'text/plain'] }
  await app.member('PATCH', '/buckets/audited', change)
  await app.client().from('audited').upload('a', 'x', { contentType: 'text/plain' })
  await app.member('POST', '/buckets/audited/objects/copy', { from: 'a', to: 'b' })
  await app.member('POST', '/buckets/audited/objects/move', { from: 'b', to: 'c/b' })
  const names = ['a', 'nothing']
  await app.member('POST', '/buckets/audited/objects/remove', { names })
  await app.member('POST', '/buckets/audited/objects/remove', { names: ['nothing'] })
  const job = { verb: 'move', from_folder: 'c/', to_folder: 'd/', prefixes: ['c/'] }
  await app.member('POST', '/buckets/audited/jobs', job)
  await app.runQueued()
  await app.member('POST', '/buckets/audited/jobs', { verb: 'delete', prefixes: [''] })
  await app.runQueued()
  await app.member('DELETE', '/buckets/audited')
  const target = 'audited'
  expect(app.audited.slice(before)).toEqual([
    { action: 'storage_bucket.create', target, metadata: { public: true } },
    {
      action: 'storage_bucket.update',
      target,
      metadata: { public: false, allowed_mime_types: 'image/*, text/plain' },
    },
    { action: 'storage_object.copy', target: 'audited/a', metadata: { to: 'audited/b' } },
    { action: 'storage_object.move', target: 'audited/b', metadata: { to: 'audited/c/b' } },
    { action: 'storage_objects.delete', target, metadata: { count: 1, first: 'a' } },
    { action: 'storage_objects.move', target, metadata: { count: 1, to: 'audited/d/' } },
    { action: 'storage_objects.delete', target, metadata: { count: 1 } },
    { action: 'storage_bucket.delete', target },
  ])
})
