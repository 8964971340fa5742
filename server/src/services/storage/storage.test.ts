import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../test/storage/app.ts'

let project: TestProject
let app: StorageApp

const ADA = '0a000000-0000-4000-8000-000000000001'
const BOB = '0b000000-0000-4000-8000-000000000002'

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  await project.run(`
    create policy own_insert on storage.objects for insert to authenticated
      with check (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy own_select on storage.objects for select to authenticated
      using (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy own_update on storage.objects for update to authenticated
      using (bucket_id = 'own' and owner_id = (select auth.uid())::text);
    create policy own_delete on storage.objects for delete to authenticated
      using (bucket_id = 'own' and owner_id = (select auth.uid())::text);
    create policy drop_box on storage.objects for insert to anon with check (bucket_id = 'box');
  `)
  for (const id of ['own', 'box', 'files']) await app.client().createBucket(id)
  await app.client().createBucket('open', { public: true })
})
afterAll(async () => {
  await app.close()
  await project.stop()
})

const bytes = (length: number) => Buffer.alloc(length, 'x')
const files = async (name: 'staging' | 'content') =>
  (await readdir(path.join(app.folder, name), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  )

describe('buckets', () => {
  it('are created, listed, changed and deleted', async () => {
    const storage = app.client()
    expect((await storage.createBucket('a b')).data).toEqual({ name: 'a b' })
    expect((await storage.createBucket('a b')).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    const options = { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] }
    expect((await storage.updateBucket('a b', options)).error).toBeNull()
    expect((await storage.getBucket('a b')).data).toMatchObject({
      id: 'a b',
      public: true,
      file_size_limit: 1_000_000,
      allowed_mime_types: ['image/*'],
    })
    const { data } = await storage.listBuckets({ search: 'A ', limit: 5, sortColumn: 'name' })
    expect(data?.map(({ name }) => name)).toEqual(['a b'])
    expect((await storage.deleteBucket('a b')).error).toBeNull()
    expect((await storage.getBucket('a b')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    })
  })

  it('cannot be deleted with objects in them, and can be emptied', async () => {
    const storage = app.client()
    await storage.createBucket('full')
    await storage.from('full').upload('a/b.txt', 'text')
    expect((await storage.deleteBucket('full')).error).toMatchObject({ statusCode: '409' })
    expect((await storage.emptyBucket('full')).error).toBeNull()
    expect((await storage.deleteBucket('full')).error).toBeNull()
  })

  it.each(['', ' a', 'a/b', 'a\\b', '..', 'a\u0000', 'ä', 'x'.repeat(101)])(
    'refuses the name %j',
    async (name) => {
      const answer = await app.fetch('/bucket', {
        method: 'POST',
        body: JSON.stringify({ id: name, name }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 'InvalidBucketName' },
      ])
    },
  )
})

describe('an object', () => {
  it('is uploaded as a form or as a body, and downloaded', async () => {
    const bucket = app.client().from('files')
    const form = await bucket.upload('form/blob.txt', new Blob(['in a form']), {
      contentType: 'text/plain',
      cacheControl: '60',
      metadata: { color: 'green' },
    })
    expect(form.data).toMatchObject({ path: 'form/blob.txt', fullPath: 'files/form/blob.txt' })
    const raw = await bucket.upload('form/raw.txt', bytes(300_000), {
      contentType: 'text/x-raw',
      metadata: { color: 'red' },
    })
    expect(raw.error).toBeNull()
    expect(await (await bucket.download('form/blob.txt')).data?.text()).toBe('in a form')
    expect((await bucket.info('form/blob.txt')).data).toMatchObject({
      name: 'form/blob.txt',
      size: 9,
      cacheControl: 'max-age=60',
      metadata: { color: 'green' },
    })
    const answer = await app.fetch('/object/files/form/raw.txt')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/x-raw',
      'content-length': '300000',
      'cache-control': 'max-age=3600',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes(300_000))
  })

  it('is replaced only if that is requested, and its old content is removed', async () => {
    const bucket = app.client().from('files')
    await bucket.upload('one', 'first')
    // The content of objects that earlier tests removed is deleted later.
    await app.settled()
    const before = (await files('content')).length
    expect((await bucket.upload('one', 'second')).error).toMatchObject({ statusCode: '409' })
    const { data } = await bucket.upload('one', 'second', { upsert: true })
    expect((await bucket.info('one')).data?.id).toBe(data?.id)
    expect((await bucket.update('one', 'third')).error).toBeNull()
    expect(await (await bucket.download('one')).data?.text()).toBe('third')
    await app.settled()
    expect((await files('content')).length).toBe(before)
    expect(await files('staging')).toEqual([])
  })

  it('is sent in part, or not at all if the client already has it', async () => {
    await app.client().from('files').upload('range', '0123456789')
    const get = (headers: Record<string, string>) =>
      app.fetch('/object/authenticated/files/range', { headers })
    const whole = await get({})
    const etag = whole.headers.get('etag') ?? ''
    const parts: [string, number, string, string | null][] = [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=0-100', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=5-2', 200, '0123456789', null],
      ['lines=1-2', 200, '0123456789', null],
    ]
    for (const [range, status, text, contentRange] of parts) {
      const answer = await get({ range })
      expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
        status,
        text,
        contentRange,
      ])
    }
    const outside = await get({ range: 'bytes=10-' })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect((await get({ 'if-none-match': `W/${etag}, "x"` })).status).toBe(304)
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200)
    const modified = whole.headers.get('last-modified') ?? ''
    expect((await get({ 'if-modified-since': modified })).status).toBe(304)
    expect((await get({ 'if-match': '"x"' })).status).toBe(412)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(200)
    const head = await app.fetch('/object/files/range', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    const named = await app.fetch('/object/files/range?download=a%20b%22.txt')
    expect(named.headers.get('content-disposition')).toBe(
      "attachment; filename=a%20b%22.txt; filename*=UTF-8''a%20b%22.txt;",
    )
  })

  it('is moved and copied, also to another bucket', async () => {
    const bucket = app.client().from('files')
    await bucket.upload('m/1', 'content', { metadata: { a: 1 }, cacheControl: '7' })
    expect((await bucket.copy('m/1', 'm/2', { destinationBucket: 'own' })).data).toEqual({
      path: 'own/m/2',
    })
    expect((await app.client().from('own').info('m/2')).data).toMatchObject({
      metadata: { a: 1 },
      cacheControl: 'max-age=7',
    })
    expect((await bucket.move('m/1', 'm/3', { destinationBucket: 'own' })).error).toBeNull()
    expect(await (await app.client().from('own').download('m/3')).data?.text()).toBe('content')
    expect((await bucket.exists('m/1')).data).toBe(false)
    expect((await app.client().from('own').move('m/2', 'm/3')).error).toMatchObject({
      statusCode: '409',
    })
    expect((await bucket.copy('nothing', 'm/4')).error).toMatchObject({ statusCode: '404' })
    const removed = await app.client().from('own').remove(['m/2', 'm/3', 'm/9'])
    expect(removed.data?.map(({ name }) => name).sort()).toEqual(['m/2', 'm/3'])
  })

  it('is limited in size by the bucket and the project, and in type by the bucket', async () => {
    const storage = app.client()
    await storage.createBucket('small', {
      public: false,
      fileSizeLimit: 10,
      allowedMimeTypes: ['image/*'],
    })
    const bucket = storage.from('small')
    const image = { contentType: 'image/png' }
    const tooLarge = { statusCode: '413', message: 'The object exceeded the maximum allowed size' }
    expect((await bucket.upload('a', bytes(10), image)).error).toBeNull()
    expect((await bucket.upload('b', bytes(11), image)).error).toMatchObject(tooLarge)
    expect(
      (await bucket.upload('b', new Blob([bytes(10)], { type: 'image/png' }))).error,
    ).toBeNull()
    const large = new Blob([bytes(2_000_000)], { type: 'image/png' })
    expect((await bucket.upload('c', large)).error).toMatchObject(tooLarge)
    const stream = new Blob([bytes(2_000_000)]).stream()
    expect((await bucket.upload('c', stream, { ...image, duplex: 'half' })).error).toMatchObject(
      tooLarge,
    )
    expect((await bucket.upload('d', 'x', { contentType: 'text/html' })).error).toMatchObject({
      statusCode: '415',
      message: 'mime type text/html is not supported',
    })
    expect(await files('staging')).toEqual([])
  })

  it.each(['a/../b', './a', 'a/..', 'a\\b', 'a%00b', 'a%0ab', `${'ä'.repeat(512)}x`])(
    'cannot have the name %j',
    async (name) => {
      const encoded = name.startsWith('a%')
        ? name
        : encodeURIComponent(name).replaceAll('.', '%2e').replaceAll('%2F', '%2f')
      const answer = await app.fetch(`/object/files/${encoded}`, { method: 'POST', body: 'x' })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidKey' }])
    },
  )

  it('keeps any other name as it was sent', async () => {
    const names = [
      'a%2Fb',
      'ä',
      'a\u0308',
      '日本',
      ' ',
      'a?b#c',
      'folder/',
      '%252e',
      '"quoted"',
      'a:b',
    ]
    for (const name of names) {
      const place = `/object/files/odd/${encodeURIComponent(name)}`
      const answer = await app.fetch(place, { method: 'POST', body: name })
      expect([name, await answer.json()]).toMatchObject([name, { Key: `files/odd/${name}` }])
      expect(await (await app.fetch(place)).text()).toBe(name)
    }
  })

  it('keeps names in different normal forms of Unicode apart, byte for byte', async () => {
    const bucket = app.client().from('files')
    const forms = ['caf\u00e9', 'cafe\u0301', '\u212b', '\u00c5', 'A\u030a']
    const names = forms.map((form) => `forms/${form}`)
    for (const name of names) expect((await bucket.upload(name, name)).error).toBeNull()
    for (const name of names) {
      const { data } = await bucket.createSignedUrl(name, 60)
      expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe(name)
      expect(await (await bucket.download(name)).data?.text()).toBe(name)
      expect((await bucket.info(name)).data?.name).toBe(name)
    }
    const signed = await bucket.createSignedUrls(names, 60)
    for (const [index, entry] of (signed.data ?? []).entries())
      expect(await (await fetch(entry.signedUrl ?? '')).text()).toBe(names[index])
    const listed = await bucket.list('forms')
    expect(listed.data?.map(({ name }) => name).sort()).toEqual(forms.toSorted())
    const page = await bucket.listV2({ prefix: 'forms/' })
    expect(page.data?.objects.map(({ name }) => name).sort()).toEqual(names.toSorted())
    const removed = await bucket.remove([`forms/${forms[0]}`])
    expect(removed.data).toHaveLength(1)
    expect((await bucket.exists(`forms/${forms[1]}`)).data).toBe(true)
  })
})

describe('row level security', () => {
  it('decides about uploads, also of long bodies before they are read', async () => {
    const ada = app.client(ADA).from('own')
    expect((await ada.upload(`${ADA}/a`, 'mine')).error).toBeNull()
    const denied = { statusCode: '403', message: 'new row violates row-level security policy' }
    expect((await ada.upload(`${BOB}/a`, 'x')).error).toMatchObject(denied)
    expect((await ada.upload(`${BOB}/a`, bytes(1_000_000))).error).toMatchObject(denied)
    expect((await app.client('anon').from('own').upload('a', 'x')).error).toMatchObject(denied)
    expect(await files('staging')).toEqual([])
  })

  it('lets a caller without read access upload new objects only', async () => {
    const box = app.client('anon').from('box')
    expect((await box.upload('letter', 'x')).error).toBeNull()
    expect((await box.upload('letter', 'y', { upsert: true })).error).toMatchObject({
      statusCode: '403',
    })
    expect((await box.download('letter')).error).not.toBeNull()
    expect((await box.list()).data).toEqual([])
  })

  it('decides about everything else', async () => {
    await app.client(ADA).from('own').upload(`${ADA}/secret`, 'mine')
    const name = `${ADA}/secret`
    const bob = app.client(BOB).from('own')
    expect((await bob.info(name)).error).toMatchObject({ statusCode: '404' })
    expect((await bob.list(ADA)).data).toEqual([])
    expect((await bob.createSignedUrl(name, 60)).error).toMatchObject({ statusCode: '404' })
    expect((await bob.move(name, `${BOB}/x`)).error).toMatchObject({ statusCode: '404' })
    expect((await bob.copy(name, `${BOB}/x`)).error).toMatchObject({ statusCode: '404' })
    expect((await bob.remove([name])).data).toEqual([])
    expect((await bob.createSignedUploadUrl(`${ADA}/x`)).error).toMatchObject({
      statusCode: '403',
    })
    const owner = await app.client(ADA).from('own').list(ADA)
    expect(owner.data?.map((entry) => entry.name)).toContain('secret')
    expect((await app.client(ADA).from('own').remove([name])).data).toHaveLength(1)
  })

  it.each([
    ['object.get_authenticated', ['download']],
    ['storage.object.get_authenticated', ['download']],
    ['object.get_authenticated_info', ['info']],
    ['object.head_authenticated_info', ['head']],
    ['object.list', ['list']],
    ['object.sign', ['sign']],
    ['object', []],
  ])('can allow the operation %s alone', async (operation, allowed) => {
    await app.client().from('files').upload('operated', 'x', { upsert: true })
    await project.run(`
      create policy "one" on storage.objects for select to authenticated
        using (bucket_id = 'files' and storage.allow_only_operation('${operation}'))`)
    const bucket = app.client(BOB).from('files')
    const answers = {
      download: (await bucket.download('operated')).error === null,
      info: (await bucket.info('operated')).error === null,
      head: (await app.fetch('/object/files/operated', { method: 'HEAD', as: BOB })).ok,
      list: (await bucket.list()).data?.length !== 0,
      sign: (await bucket.createSignedUrl('operated', 60)).error === null,
    }
    await project.run('drop policy "one" on storage.objects')
    expect(
      Object.entries(answers).flatMap(([name, isAllowed]) => (isAllowed ? [name] : [])),
    ).toEqual(allowed)
  })

  it('blocks deletion by SQL', async () => {
    await expect(project.run('delete from storage.objects')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('is not needed for objects of public buckets', async () => {
    await app.client().from('open').upload('page.html', '<b>', { contentType: 'text/html' })
    const answer = await fetch(`${app.url}/object/public/open/page.html`)
    expect([answer.status, await answer.text()]).toEqual([200, '<b>'])
    const closed = await fetch(`${app.url}/object/public/files/one`)
    expect([closed.status, await closed.json()]).toMatchObject([
      400,
      { statusCode: '404', error: 'Bucket not found' },
    ])
  })
})

describe('a signed URL', () => {
  it('downloads one object until it expires', async () => {
    const bucket = app.client().from('files')
    await bucket.upload('signed/a b.txt', 'signed')
    await bucket.upload('signed/other', 'other')
    const { data } = await bucket.createSignedUrl('signed/a b.txt', 60, { download: true })
    const url = data?.signedUrl ?? ''
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([200, 'signed'])
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const refused = async (changed: string) => {
      const { status, ...response } = await fetch(changed).then(async (found) => ({
        status: found.status,
        body: (await found.json()) as { code: string },
      }))
      return [status, response.body.code]
    }
    expect(await refused(url.replace('a%20b.txt', 'other'))).toEqual([400, 'InvalidSignature'])
    expect(await refused(url.replace(/token=[^&]+/, 'token=a.b.c'))).toEqual([400, 'InvalidJWT'])
    const foreign = project.project.keys.sign({ scope: 'download', url: 'files/signed/other' })
    const place = `${app.url}/object/sign/files/signed/other?token=${foreign}`
    expect(await refused(place)).toEqual([400, 'InvalidJWT'])
    app.pass(60)
    expect(await refused(url)).toEqual([400, 'ExpiredToken'])
    const many = await bucket.createSignedUrls(['signed/other', 'nothing'], 60)
    expect(many.data).toMatchObject([
      { error: null, path: 'signed/other', signedUrl: expect.stringContaining('token=') },
      { error: expect.stringContaining('does not exist'), signedUrl: null },
    ])
  })

  it('uploads one object, as its signer', async () => {
    const own = app.client(ADA).from('own')
    const name = `${ADA}/by-url`
    const { data } = await own.createSignedUploadUrl(name)
    const anonymous = app.client('anon').from('own')
    const token = data?.token ?? ''
    expect((await anonymous.uploadToSignedUrl(`${ADA}/x`, token, 'x')).error).toMatchObject({
      statusCode: '400',
    })
    expect((await anonymous.uploadToSignedUrl(name, token, 'x')).error).toBeNull()
    expect((await anonymous.uploadToSignedUrl(name, token, 'y')).error).toMatchObject({
      statusCode: '409',
    })
    // It does not download, and a URL for downloads does not upload.
    const get = await fetch(`${app.url}/object/sign/own/${name}?token=${token}`)
    expect(get.status).toBe(400)
    expect((await own.remove([name])).data).toHaveLength(1)
  })
})

it('reports its health and its version to everyone', async () => {
  for (const path of ['/health', '/status'])
    expect(await (await fetch(app.url + path)).json()).toEqual({ healthy: true })
  const version = await fetch(`${app.url}/version`)
  expect([version.headers.get('content-type'), await version.text()]).toEqual([
    'text/plain; charset=utf-8',
    'stoa',
  ])
})
