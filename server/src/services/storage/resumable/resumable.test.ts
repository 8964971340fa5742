import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'
import { createDiskBackend } from '../backend/index.ts'

const MIB = 1024 * 1024
const [alice, bob] = [randomUUID(), randomUUID()]

let project: TestProject
let app: StorageApp

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  await app.client().createBucket('files')
  await app.client().createBucket('small', { public: false, fileSizeLimit: 1000 })
  await app.client().createBucket('texts', { public: false, allowedMimeTypes: ['text/*'] })
  await project.run(`
    create policy "own folder" on storage.objects to authenticated
      using (name like (auth.uid()::text || '/%'))
      with check (name like (auth.uid()::text || '/%'))`)
})
afterAll(async () => {
  await app.close()
  await project.stop()
})

const tokenOf = (as: string) =>
  as === 'service'
    ? project.project.keys.serviceRoleKey
    : project.project.keys.sign({ role: 'authenticated', sub: as, exp: 4_000_000_000 })

type Sent = Partial<UploadOptions> & { as?: string; name: string; bucket?: string }

/** Starts an upload with the unmodified client. */
function start(content: Buffer, { as = 'service', name, bucket = 'files', ...options }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<Upload>()
  promise.catch(() => {})
  const upload = new Upload(content, {
    endpoint: `${app.url}/upload/resumable`,
    chunkSize: 6 * MIB,
    retryDelays: null,
    headers: { authorization: `Bearer ${tokenOf(as)}` },
    metadata: { bucketName: bucket, objectName: name, contentType: 'text/plain' },
    onSuccess: () => resolve(upload),
    onError: reject,
    ...options,
  })
  upload.start()
  return { upload, done: promise }
}

const statusOf = (sent: { done: Promise<Upload> }): Promise<unknown> =>
  sent.done.then(
    () => 'success',
    (error: DetailedError) => error.originalResponse?.getStatus() ?? String(error),
  )

const defined = (headers: object = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))

/** Sends a request of the protocol. */
const tus = (
  method: string,
  url: string,
  {
    as = 'service',
    headers,
    body,
  }: { as?: string; headers?: object; body?: Uint8Array<ArrayBuffer> } = {},
) =>
  fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(as)}`,
      'tus-resumable': '1.0.0',
      ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
      ...defined(headers),
    },
    ...(body && { body }),
  })

const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

async function create(name: string, headers: object = {}, as = 'service', bucket = 'files') {
  const response = await tus('POST', `${app.url}/upload/resumable`, {
    as,
    headers: {
      'upload-length': '10',
      'upload-metadata': encoded({ bucketName: bucket, objectName: name }),
      ...headers,
    },
  })
  expect([response.status, await response.text()]).toEqual([201, ''])
  return new URL(response.headers.get('location') ?? '', `${app.url}/upload/resumable`).href
}

/** Creates an upload with a deferred length. */
const createDeferred = (bucket: string, name: string) =>
  create(name, { 'upload-length': undefined, 'upload-defer-length': '1' }, 'service', bucket)

const patch = (url: string, offset: number, text: string, headers: object = {}, as = 'service') =>
  tus('PATCH', url, {
    as,
    headers: { 'upload-offset': String(offset), ...headers },
    body: new TextEncoder().encode(text),
  })

const contentOf = async (name: string) => {
  const { data } = await app.client().from('files').download(name)
  return data ? Buffer.from(await data.arrayBuffer()) : undefined
}
const textOf = async (name: string) => (await contentOf(name))?.toString()
const filesIn = async (folder: string) =>
  (await readdir(path.join(app.folder, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

it('stores a file that arrives in chunks, with its type, caching and metadata', async () => {
  const content = randomBytes(20 * MIB)
  const { done } = start(content, {
    name: 'large.bin',
    metadata: {
      bucketName: 'files',
      objectName: 'large.bin',
      contentType: 'image/png',
      cacheControl: '60',
      metadata: '{"color":"red"}',
    },
  })
  await done
  const { data } = await app.client().from('files').info('large.bin')
  expect(data).toMatchObject({
    size: content.byteLength,
    contentType: 'image/png',
    cacheControl: 'max-age=60',
    etag: `"${createHash('md5').update(content).digest('hex')}"`,
    metadata: { color: 'red' },
  })
  expect((await contentOf('large.bin'))?.equals(content)).toBe(true)
  expect((await filesIn('resumable')).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('continues an upload that its client aborted, even after the service was restarted', async () => {
  const content = randomBytes(3 * MIB)
  const chunk = Promise.withResolvers<void>()
  const { upload } = start(content, {
    name: 'continued',
    chunkSize: MIB,
    onChunkComplete: () => chunk.resolve(),
  })
  await chunk.promise
  await upload.abort()
  await app.close()
  app = await createStorageApp(project)
  const uploadUrl = `${app.url}${new URL(upload.url ?? '').pathname.replace('/storage/v1', '')}`
  const offsets: number[] = []
  const { done } = start(content, {
    name: 'continued',
    uploadUrl,
    onProgress: (sent) => void offsets.push(sent),
  })
  await done
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(MIB)
  expect((await contentOf('continued'))?.equals(content)).toBe(true)
})

it('keeps the received bytes when the connection broke', async () => {
  const url = await create('broken', { 'upload-length': '2000000' })
  const stop = new AbortController()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.alloc(1_000_000, 'x'))
    },
  })
  const headers = {
    authorization: `Bearer ${tokenOf('service')}`,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
  }
  const init = { method: 'PATCH', headers, body, duplex: 'half', signal: stop.signal } as const
  const sending = fetch(url, init).catch(() => 'broken')
  const file = path.join(app.folder, 'resumable', `${idOf(url)}.part`)
  await expect.poll(async () => (await stat(file)).size).toBeGreaterThan(0)
  stop.abort()
  expect(await sending).toBe('broken')
  const kept = Number((await tus('HEAD', url)).headers.get('upload-offset'))
  expect(kept).toBeGreaterThan(0)
  const rest = await patch(url, kept, 'y'.repeat(2_000_000 - kept))
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, '2000000'])
  expect(await textOf('broken')).toBe('x'.repeat(kept) + 'y'.repeat(2_000_000 - kept))
})

it('accepts content in the creation request, an empty file, and a deferred length', async () => {
  const response = await tus('POST', `${app.url}/upload/resumable/`, {
    headers: {
      'upload-length': '3',
      'upload-metadata': encoded({ bucketName: 'files', objectName: 'at once' }),
      'content-type': 'application/offset+octet-stream',
    },
    body: new TextEncoder().encode('abc'),
  })
  expect(response.headers.get('location')).toMatch(/^[0-9a-f-]{36}$/)
  expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '3'])
  expect(await textOf('at once')).toBe('abc')
  await create('empty', { 'upload-length': '0' })
  expect((await app.client().from('files').info('empty')).data?.size).toBe(0)
  const url = await createDeferred('files', 'later')
  expect((await patch(url, 0, 'one')).status).toBe(204)
  expect((await tus('HEAD', url)).headers.get('upload-defer-length')).toBe('1')
  expect((await patch(url, 3, 'two', { 'upload-length': '6' })).status).toBe(204)
  expect(await textOf('later')).toBe('onetwo')
  const head = await tus('HEAD', url)
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['6', '6'])
})

it('lets one request at a time write, and refuses a wrong offset', async () => {
  const url = await create('raced')
  const sent = await Promise.all(
    ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'].map((text) => patch(url, 0, text)),
  )
  expect(sent.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409, 409])
  expect(await textOf('raced')).toMatch(/^(a{10}|b{10}|c{10})$/)
  expect((await patch(url, 10, 'more')).status).toBe(413)
  expect(await textOf('raced')).toHaveLength(10)
})

it('shows an upload to its creator only', async () => {
  const url = await create(`${alice}/own`, {}, alice)
  for (const as of [bob, 'service']) {
    expect((await tus('HEAD', url, { as })).status).toBe(404)
    expect((await patch(url, 0, '0123456789', {}, as)).status).toBe(404)
    expect((await tus('DELETE', url, { as })).status).toBe(404)
  }
  expect((await tus('HEAD', `${app.url}/upload/resumable/..%2fx`)).status).toBe(404)
  expect((await patch(url, 0, '0123456789', {}, alice)).status).toBe(204)
  expect((await app.client().from('files').info(`${alice}/own`)).data?.size).toBe(10)
})

it('evaluates the policies at the creation and at every chunk', async () => {
  expect(await statusOf(start(Buffer.from('x'), { name: 'not hers', as: alice }))).toBe(403)
  const url = await create(`${alice}/revoked`, {}, alice)
  expect((await patch(url, 0, '01234', {}, alice)).status).toBe(204)
  await project.run('alter policy "own folder" on storage.objects with check (false)')
  expect((await patch(url, 5, '56789', {}, alice)).status).toBe(403)
  await project.run(`
    alter policy "own folder" on storage.objects
      with check (name like (auth.uid()::text || '/%'))`)
  expect((await patch(url, 5, '56789', {}, alice)).status).toBe(204)
})

it('replaces an object only with x-upsert', async () => {
  const headers = { authorization: `Bearer ${tokenOf('service')}` }
  await start(Buffer.from('first'), { name: 'once' }).done
  expect(await statusOf(start(Buffer.from('second'), { name: 'once' }))).toBe(409)
  await start(Buffer.from('third'), { name: 'once', headers: { ...headers, 'x-upsert': 'true' } })
    .done
  expect(await textOf('once')).toBe('third')
  const [left, right] = [await create('twice'), await create('twice')]
  expect((await patch(left, 0, '0123456789')).status).toBe(204)
  expect((await patch(right, 0, '0123456789')).status).toBe(409)
})

it.each<[string, Sent, unknown]>([
  ['a file larger than its bucket allows', { name: 'x', bucket: 'small' }, 413],
  [
    'a type that the bucket does not accept',
    {
      name: 'x',
      bucket: 'texts',
      metadata: { bucketName: 'texts', objectName: 'x', contentType: 'image/png' },
    },
    415,
  ],
  ['a bucket that does not exist', { name: 'x', bucket: 'none' }, 404],
  ['an invalid name', { name: '../x' }, 400],
  [
    'metadata that is no JSON',
    { name: 'x', metadata: { bucketName: 'files', objectName: 'x', metadata: '{' } },
    400,
  ],
  ['no name', { name: '', metadata: { bucketName: 'files' } }, 400],
  ['an account that no policy allows', { name: 'x', as: bob }, 403],
])('refuses %s', async (_, sent, status) => {
  expect(await statusOf(start(Buffer.alloc(2000), sent))).toBe(status)
})

it('enforces the size limit for a deferred length', async () => {
  const url = await createDeferred('small', 'x')
  expect((await patch(url, 0, 'x'.repeat(1001))).status).toBe(413)
  expect((await patch(url, 0, 'x', { 'upload-length': '1001' })).status).toBe(413)
})

it('accepts an upload with a signed token for the name in it, without a key', async () => {
  const { data } = await app.client().from('files').createSignedUploadUrl('signed')
  const signed = (name: string, signature: string) =>
    start(Buffer.from('signed'), {
      name,
      endpoint: `${app.url}/upload/resumable/sign`,
      headers: { 'x-signature': signature },
    })
  const token = data?.token ?? ''
  expect(await statusOf(signed('another', token))).toBe(400)
  expect(await statusOf(signed('signed', 'x'))).toBe(400)
  const { upload, done } = signed('signed', token)
  await done
  expect(await textOf('signed')).toBe('signed')
  const url = upload.url ?? ''
  expect(url).toContain('/upload/resumable/sign/')
  expect((await tus('HEAD', url)).status).toBe(400)
  expect((await tus('HEAD', url.replace('/sign/', '/'))).status).toBe(404)
})

it('removes an upload that its client deletes', async () => {
  const url = await create('unwanted')
  await patch(url, 0, '01234')
  expect((await tus('DELETE', url)).status).toBe(204)
  expect((await tus('HEAD', url)).status).toBe(404)
  expect((await filesIn('resumable')).filter((name) => name.startsWith(idOf(url)))).toEqual([])
})

it('refuses a new upload with 507 when the disk is almost full, and ends one that is short', async () => {
  const url = await create('full')
  const full = await createStorageApp(project, { freeBytes: async () => 0 })
  const atFull = full.url + url.slice(app.url.length)
  const refused = await tus('POST', `${full.url}/upload/resumable`, {
    headers: {
      'upload-length': '1',
      'upload-metadata': encoded({ bucketName: 'files', objectName: 'x' }),
    },
  })
  expect(refused.status).toBe(507)
  expect((await patch(atFull, 0, '0123456789')).status).toBe(204)
  await full.close()
  expect(await textOf('full')).toBe('0123456789')
})

it('reports its capabilities', async () => {
  const response = await tus('OPTIONS', `${app.url}/upload/resumable`)
  expect(response.status).toBe(204)
  expect(response.headers.get('tus-version')).toBe('1.0.0')
  expect(response.headers.get('tus-extension')).toContain('creation-with-upload')
  expect(Number(response.headers.get('tus-max-size'))).toBeGreaterThan(0)
})

it('completes an upload that a crash interrupted between any two steps', async () => {
  const store = createDiskBackend().storeOf({
    ref: app.project.ref,
    folder: app.folder,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
  })
  const stages = [
    async () => {},
    async (id: string, file: string) => void (await store.stageFile(id, file)),
    async (id: string, file: string) => {
      await store.stageFile(id, file)
      await store.publish(id)
    },
  ]
  for (const [index, interrupt] of stages.entries()) {
    const url = await create(`crashed ${index}`)
    const file = path.join(app.folder, 'resumable', `${idOf(url)}.part`)
    await writeFile(file, '0123456789')
    await interrupt(idOf(url), file)
    await app.recover()
    expect(await filesIn('staging')).toEqual([])
    expect(await filesIn('content')).not.toContain(idOf(url))
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('10')
    expect(await textOf(`crashed ${index}`)).toBe('0123456789')
  }
  const url = await create('crashed last')
  await patch(url, 0, '0123456789')
  const id = idOf(url)
  const file = path.join(app.folder, 'resumable', `${id}.part`)
  // The row was committed; neither the staged name nor the bytes were removed.
  const content = path.join(app.folder, 'content', id.slice(0, 2), id)
  await link(content, file)
  await link(content, path.join(app.folder, 'staging', id))
  await app.recover()
  expect(await filesIn('staging')).toEqual([])
  expect(await filesIn('resumable')).not.toContain(`${id}.part`)
  expect(await textOf('crashed last')).toBe('0123456789')
})

it('expires after a day, which removes the received bytes', async () => {
  const url = await create('late')
  const sent = await patch(url, 0, '01234')
  expect(Date.parse(sent.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now())
  app.pass(24 * 3600 + 1)
  expect((await patch(url, 5, '56789')).status).toBe(410)
  await app.runJob('sweep')
  expect(await filesIn('resumable')).toEqual([])
  expect((await tus('HEAD', url)).status).toBe(404)
})

it('says that parallel parts are not supported', async () => {
  const content = randomBytes(2000)
  const { done } = start(content, { name: 'parallel', chunkSize: 1000, parallelUploads: 2 })
  const { originalResponse } = await done.then(
    () => ({ originalResponse: null }),
    (error: DetailedError) => error,
  )
  expect([originalResponse?.getStatus(), originalResponse?.getBody()]).toEqual([
    400,
    expect.stringContaining('concatenation'),
  ])
})
