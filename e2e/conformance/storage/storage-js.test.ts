import { openAsBlob } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo

const options = { auth: { persistSession: false, autoRefreshToken: false } }
const storageAs = (key: string) => createClient(project.api_url, key, options).storage
const service = () => storageAs(project.secret_key)

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Files')
  await service().createBucket('files')
})
afterAll(() => discard(server))

/** Methods for parts of the API that this server does not have. */
const ABSENT = new Set(['getBucketLifecycle', 'updateBucketLifecycle', 'deleteBucketLifecycle'])
const INTERNAL = new Set([
  'constructor',
  'fetch',
  'throwOnError',
  'setHeader',
  'handleOperation',
  'from',
  'toBase64',
  'encodeMetadata',
  'bucketLifecycleUrl',
  'listBucketOptionsToQueryString',
  'uploadOrUpdate',
  'prepareUploadFormData',
  'applyTransformOptsToQuery',
])
const called = new Set<string>()

/** Records which methods of the client a test calls. */
function noting<T extends object>(api: T): T {
  return new Proxy(api, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      called.add(String(name))
      return (...given: unknown[]): unknown => Reflect.apply(value, target, given)
    },
  })
}

describe('the published storage client', () => {
  it('manages buckets', async () => {
    const storage = noting(service())
    expect((await storage.createBucket('managed', { public: false })).data).toEqual({
      name: 'managed',
    })
    const change = { public: true, fileSizeLimit: '2MB', allowedMimeTypes: ['text/plain'] }
    expect((await storage.updateBucket('managed', change)).data).toEqual({
      message: 'Successfully updated',
    })
    expect((await storage.getBucket('managed')).data).toMatchObject({
      id: 'managed',
      name: 'managed',
      public: true,
      file_size_limit: 2_000_000,
      allowed_mime_types: ['text/plain'],
    })
    const page = { search: 'mana', limit: 1, sortColumn: 'created_at', sortOrder: 'desc' } as const
    expect((await storage.listBuckets(page)).data?.map(({ id }) => id)).toEqual(['managed'])
    const text = { contentType: 'text/plain' }
    expect((await storage.from('managed').upload('a', 'x', text)).error).toBeNull()
    expect((await storage.deleteBucket('managed')).error).toMatchObject({ statusCode: '409' })
    expect((await storage.purgeBucketCache('managed')).error).toBeNull()
    expect((await storage.emptyBucket('managed')).data).toEqual({
      message: 'Successfully emptied',
    })
    expect((await storage.deleteBucket('managed')).data).toEqual({
      message: 'Successfully deleted',
    })
  })

  // SPEC: "file storage"
  it('uploads every kind of body', async () => {
    const bucket = noting(service().from('files'))
    const form = new FormData()
    form.append('cacheControl', '10')
    form.append('file', new Blob(['form data']), 'name.txt')
    const bodies = {
      text: 'text',
      buffer: Buffer.from('buffer'),
      bytes: new TextEncoder().encode('bytes'),
      'array-buffer': new TextEncoder().encode('array buffer').buffer,
      blob: new Blob(['blob']),
      'file-blob': await openAsBlob(import.meta.filename),
      stream: new Blob(['stream']).stream(),
      'form-data': form,
      params: new URLSearchParams({ a: '1' }),
      empty: '',
    }
    for (const [name, body] of Object.entries(bodies)) {
      const { data, error } = await bucket.upload(`kinds/${name}`, body, { duplex: 'half' })
      expect([name, error, data?.fullPath]).toEqual([name, null, `files/kinds/${name}`])
    }
    const text = async (name: string) => (await bucket.download(`kinds/${name}`)).data?.text()
    expect(await text('stream')).toBe('stream')
    expect(await text('form-data')).toBe('form data')
    expect(await text('empty')).toBe('')
    expect(await text('file-blob')).toContain('every kind of body')
    expect((await bucket.update('kinds/text', 'changed')).error).toBeNull()
    expect(await text('text')).toBe('changed')
    const { data: stream } = await bucket.download('kinds/blob').asStream()
    expect(await new Response(stream).text()).toBe('blob')
  })

  it('describes, lists, moves, copies and removes', async () => {
    const bucket = noting(service().from('files'))
    for (const name of ['tree/a.txt', 'tree/b/1.txt', 'tree/b/2.txt', 'tree/c.txt'])
      await bucket.upload(name, name, {
        contentType: 'text/plain',
        cacheControl: '120',
        metadata: { from: 'test' },
      })
    expect((await bucket.info('tree/a.txt')).data).toMatchObject({
      name: 'tree/a.txt',
      bucketId: 'files',
      size: 10,
      contentType: 'text/plain',
      cacheControl: 'max-age=120',
      metadata: { from: 'test' },
    })
    expect((await bucket.exists('tree/a.txt')).data).toBe(true)
    expect((await bucket.exists('tree/z.txt')).data).toBe(false)
    const names = (found: { data: { name: string }[] | null }) =>
      found.data?.map(({ name }) => name)
    expect(names(await bucket.list('tree'))).toEqual(['a.txt', 'b', 'c.txt'])
    expect(names(await bucket.list('tree', { limit: 1, offset: 1 }))).toEqual(['b'])
    expect(names(await bucket.list('tree', { search: 'C' }))).toEqual(['c.txt'])
    const newest = { sortBy: { column: 'created_at', order: 'desc' } }
    expect(names(await bucket.list('tree', newest))).toEqual(['b', 'c.txt', 'a.txt'])
    const first = await bucket.listV2({ prefix: 'tree/', limit: 2, with_delimiter: true })
    expect(first.data).toMatchObject({
      hasNext: true,
      folders: [{ name: 'tree/b/', key: 'b' }],
      objects: [{ name: 'tree/a.txt', key: 'a.txt' }],
    })
    const cursor = first.data?.nextCursor ?? ''
    const second = await bucket.listV2({ prefix: 'tree/', cursor, with_delimiter: true })
    expect(second.data).toMatchObject({ hasNext: false, folders: [], objects: [{ key: 'c.txt' }] })
    expect((await bucket.listV2({ prefix: 'tree/b' })).data?.objects).toHaveLength(2)

    expect((await bucket.move('tree/a.txt', 'tree/moved.txt')).error).toBeNull()
    expect((await bucket.copy('tree/moved.txt', 'tree/copied.txt')).data).toEqual({
      path: 'files/tree/copied.txt',
    })
    const changed = { copyMetadata: false, metadata: { mimetype: 'text/html' } }
    expect((await bucket.copy('tree/moved.txt', 'tree/page', changed)).error).toBeNull()
    expect((await bucket.info('tree/page')).data).toMatchObject({ contentType: 'text/html' })
    expect((await bucket.purgeCache('tree/moved.txt')).error).toBeNull()
    const removed = await bucket.remove(['tree/moved.txt', 'tree/copied.txt', 'tree/nothing'])
    expect(names(removed)?.sort()).toEqual(['tree/copied.txt', 'tree/moved.txt'])
  })

  it('makes URLs that work without a key', async () => {
    const storage = service()
    const bucket = noting(storage.from('files'))
    await bucket.upload('shared/a b.txt', 'shared')
    const { data } = await bucket.createSignedUrl('shared/a b.txt', 60, { download: 'c.txt' })
    const signed = await fetch(data?.signedUrl ?? '')
    expect(await signed.text()).toBe('shared')
    expect(signed.headers.get('content-disposition')).toContain('c.txt')
    const many = await bucket.createSignedUrls(['shared/a b.txt', 'nothing'], 60)
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? '')).text()).toBe('shared')
    expect(many.data?.[1]).toMatchObject({ signedUrl: null, path: 'nothing' })

    const upload = await bucket.createSignedUploadUrl('shared/new', { upsert: true })
    const anonymous = noting(storageAs(project.publishable_key).from('files'))
    const token = upload.data?.token ?? ''
    expect((await anonymous.uploadToSignedUrl('shared/new', token, 'new')).error).toBeNull()
    const put = await fetch(upload.data?.signedUrl ?? '', { method: 'PUT', body: 'newer' })
    expect(put.status).toBe(200)
    expect(await (await bucket.download('shared/new')).data?.text()).toBe('newer')

    await storage.createBucket('open', { public: true })
    const open = noting(storage.from('open'))
    await open.upload('page.html', '<script>1</script>', { contentType: 'text/html' })
    const page = await fetch(open.getPublicUrl('page.html', { download: true }).data.publicUrl)
    expect(await page.text()).toBe('<script>1</script>')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: expect.any(String),
      'last-modified': expect.any(String),
      'content-disposition': expect.stringContaining('page.html'),
    })
  })

  it('has no public method that the tests above leave out', () => {
    const storage = service()
    const methods = (api: object): string[] => {
      const found: string[] = []
      for (let at: unknown = api; at !== Object.prototype && at; at = Object.getPrototypeOf(at))
        found.push(...Object.getOwnPropertyNames(at))
      return found.filter(
        (name) =>
          !name.startsWith('_') &&
          !INTERNAL.has(name) &&
          !ABSENT.has(name) &&
          typeof Reflect.get(api, name) === 'function',
      )
    }
    const all = new Set([...methods(storage), ...methods(storage.from('files'))])
    expect([...all].filter((name) => !called.has(name))).toEqual([])
  })
})

describe('row level security', () => {
  it('applies to the accounts of a project, with policies that its owner writes', async () => {
    const owner = new pg.Client({ connectionString: project.connection_string })
    await owner.connect()
    await owner.query(`
      create policy "own folder" on storage.objects for all to authenticated
      using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'files' and owner_id = (select auth.uid())::text)`)
    await owner.end()
    const signUp = async (email: string) => {
      const client = createClient(project.api_url, project.publishable_key, options)
      const { data } = await client.auth.signUp({ email, password: 'correct horse battery' })
      return { id: data.user?.id ?? '', files: client.storage.from('files') }
    }
    const ada = await signUp('ada@example.com')
    const bob = await signUp('bob@example.com')
    expect((await ada.files.upload(`${ada.id}/a`, 'mine')).error).toBeNull()
    expect((await bob.files.upload(`${ada.id}/b`, 'x')).error).toBeNull()
    expect((await bob.files.download(`${ada.id}/a`)).error).not.toBeNull()
    expect((await bob.files.list(ada.id)).data).toEqual([])
    const anonymous = storageAs(project.publishable_key).from('files')
    expect((await anonymous.upload('a', 'x')).error).toMatchObject({ statusCode: '403' })
    expect(await (await ada.files.download(`${ada.id}/a`)).data?.text()).toBe('mine')
  })
})
