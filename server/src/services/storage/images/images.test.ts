import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'
import { createImageCache } from './image-cache.ts'

let project: TestProject
let app: StorageApp
const alice = randomUUID()

const picture = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  await app.client().createBucket('private')
  await app.client().createBucket('open', { public: true })
  const jpeg = await picture(400, 300).jpeg().toBuffer()
  for (const bucket of ['private', 'open'])
    await app.client().from(bucket).upload('a/photo.jpg', jpeg, { contentType: 'image/jpeg' })
  await project.run(`
    create policy "hers" on storage.objects for select to authenticated
      using (auth.uid() = '${alice}')`)
})
afterAll(async () => {
  await app.close()
  await project.stop()
})

/** A small file that claims to be an image of 60,000 x 60,000 pixels. */
async function bomb(): Promise<Buffer> {
  const png = await picture(10, 10).png().toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const upload = async (name: string, content: Buffer | string, contentType: string) => {
  const options = { contentType, upsert: true }
  const { error } = await app.client().from('private').upload(name, content, options)
  expect(error).toBeNull()
}
const render = (query: string, { name = 'a/photo.jpg', accept = '*/*', as = 'service' } = {}) =>
  app.fetch(`/render/image/authenticated/private/${name}?${query}`, { as, headers: { accept } })
const sizeOf = async (response: Response) => {
  const { format, width, height } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata()
  return [response.status, format, width, height]
}
const cached = async () =>
  (
    await readdir(path.join(app.folder, 'images'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(path.basename(parentPath), name))

it.each<[string, number, number]>([
  ['width=200', 200, 150],
  ['height=150', 200, 150],
  ['width=100&height=100', 100, 100],
  ['width=100&height=100&resize=contain', 100, 75],
  ['width=100&height=100&resize=fill', 100, 100],
  ['width=2000&height=2000&resize=contain', 400, 300],
  ['width=2000&height=100', 400, 100],
  ['quality=20', 400, 300],
])('renders %s as %i x %i and never enlarges', async (query, width, height) => {
  expect(await sizeOf(await render(query))).toEqual([200, 'jpeg', width, height])
})

it.each([
  ['width=50', 'image/avif,image/webp,*/*', 'avif'],
  ['width=50', 'image/webp,*/*;q=0.8', 'webp'],
  ['width=50', 'image/avif;q=0, IMAGE/WEBP', 'webp'],
  ['width=50', '*/*', 'jpeg'],
  ['width=50&format=origin', 'image/avif,image/webp', 'jpeg'],
  ['width=50&format=avif', '*/*', 'avif'],
])('renders %s for clients that accept %s as %s', async (query, accept, format) => {
  const response = await render(query, { accept })
  expect(response.headers.get('content-type')).toBe(`image/${format}`)
  expect(response.headers.get('vary')).toContain('accept')
  const [status, , ...size] = await sizeOf(response)
  expect([status, ...size]).toEqual([200, 50, 38])
})

it.each([
  ['png', () => picture(60, 60).png().toBuffer()],
  ['gif', () => picture(60, 60).gif().toBuffer()],
  ['webp', () => picture(60, 60).webp().toBuffer()],
  ['avif', () => picture(60, 60).avif({ effort: 0 }).toBuffer()],
])('keeps the format %s', async (format, make) => {
  await upload('kept', await make(), 'application/octet-stream')
  const response = await render('width=30', { name: 'kept' })
  expect(response.headers.get('content-type')).toBe(`image/${format}`)
  expect((await sizeOf(response)).slice(2)).toEqual([30, 30])
})

it('renders the first frame of an animation, and turns photos upright', async () => {
  const frames = await sharp(
    [await picture(20, 20).png().toBuffer(), await picture(20, 20, 'blue').png().toBuffer()],
    { join: { animated: true } },
  )
    .gif()
    .toBuffer()
  await upload('moving.gif', frames, 'image/gif')
  expect(await sizeOf(await render('width=10', { name: 'moving.gif' }))).toEqual([
    200,
    'gif',
    10,
    10,
  ])
  const lying = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  await upload('lying.jpg', lying, 'image/jpeg')
  expect(await sizeOf(await render('width=10', { name: 'lying.jpg' }))).toEqual([
    200,
    'jpeg',
    10,
    20,
  ])
})

it.each([
  ['width=30', 'width:30,resizing_type:fill'],
  ['width=30&height=20&resize=contain', 'height:20,width:30,resizing_type:fit'],
  ['height=20&resize=fill&quality=50', 'height:20,resizing_type:force,quality:50'],
  ['quality=50&format=avif', 'quality:50,format:avif'],
  ['format=origin', null],
])('names the transformation of %s as Supabase does', async (query, applied) => {
  expect((await render(query)).headers.get('x-transformations')).toBe(applied)
})

it('sends SVG unchanged', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await upload('drawn.svg', svg, 'image/svg+xml')
  expect(await (await render('width=10', { name: 'drawn.svg' })).text()).toBe(svg)
})

it.each([
  'width=0',
  'width=2501',
  'width=1.5',
  'height=-1',
  'quality=19',
  'quality=101',
  'resize=crop',
  'format=tiff',
  'width=a',
])('refuses %s', async (query) => {
  const response = await render(query)
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidRequest' }])
})

it('refuses files that are not images, truncated images, and images with too many pixels', async () => {
  await upload('text.png', 'no image', 'image/png')
  await upload('svg.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png')
  const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
  await upload('cut.png', (await noise.png().toBuffer()).subarray(0, 50_000), 'image/png')
  await upload('bomb.png', await bomb(), 'image/png')
  await upload('long.png', Buffer.alloc(25 * 1024 * 1024 + 1), 'image/png')
  for (const [name, code] of [
    ['text.png', 'image_not_supported'],
    ['svg.png', 'image_not_supported'],
    ['cut.png', 'image_not_supported'],
    ['bomb.png', 'image_too_large'],
    ['long.png', 'image_too_large'],
  ] as const) {
    const response = await render('width=10', { name })
    expect([name, response.status, await response.json()]).toMatchObject([name, 422, { code }])
  }
})

it('shows an image only to callers who can read the object, also from the cache', async () => {
  expect((await render('width=77')).status).toBe(200)
  expect((await render('width=77', { as: alice })).status).toBe(200)
  for (const as of ['anon', randomUUID()])
    expect(await (await render('width=77', { as })).json()).toMatchObject({ code: 'NoSuchKey' })
  const hidden = await app.fetch('/render/image/public/private/a/photo.jpg?width=77')
  expect(await hidden.json()).toMatchObject({ code: 'NoSuchBucket' })
})

it('reads an image from the cache, and never that of a replaced or deleted object', async () => {
  const colorOf = async (response: Response) =>
    (await sharp(Buffer.from(await response.arrayBuffer())).stats()).dominant
  const before = (await cached()).length
  await upload('changing', await picture(50, 50).png().toBuffer(), 'image/png')
  const first = await render('width=5', { name: 'changing' })
  const etag = first.headers.get('etag') ?? ''
  expect((await colorOf(first)).r).toBeGreaterThan(200)
  await render('width=5', { name: 'changing' })
  expect(await cached()).toHaveLength(before + 1)
  const headers = { 'if-none-match': etag }
  const url = '/render/image/authenticated/private/changing?width=5'
  expect((await app.fetch(url, { headers })).status).toBe(304)
  await upload('changing', await picture(50, 50, 'blue').png().toBuffer(), 'image/png')
  const second = await app.fetch(url, { headers })
  expect([second.status, (await colorOf(second)).b > 200]).toEqual([200, true])
  await app.client().from('private').remove(['changing'])
  expect((await app.fetch(url)).status).toBe(400)
  await app.settled()
  expect(await cached()).toHaveLength(before)
})

it('removes the least recently used images', async () => {
  let now = 0
  const folder = path.join(app.folder, 'own')
  const cache = createImageCache(folder, {
    clock: { now: () => new Date((now += 1000)) },
    newId: randomUUID,
    freeBytes: async () => Infinity,
  })
  const version = randomUUID()
  for (const variant of ['a', 'b', 'c']) {
    await cache.keep(version, variant, Buffer.alloc(100))
    await cache.find(version, variant)
  }
  await cache.find(version, 'a')
  await cache.trim(250)
  const kept = await Promise.all(['a', 'b', 'c'].map((variant) => cache.find(version, variant)))
  expect(kept.map((image) => image !== undefined)).toEqual([true, false, true])
  await cache.keep('../outside', 'a', Buffer.alloc(1))
  expect(await readdir(folder)).toEqual(['images'])
})

it('renders for the unmodified client: public, downloaded and signed', async () => {
  const transform = { width: 40, height: 40 } as const
  const { data: open } = app.client('anon').from('open').getPublicUrl('a/photo.jpg', { transform })
  expect(await sizeOf(await fetch(open.publicUrl))).toEqual([200, 'jpeg', 40, 40])
  const bucket = app.client().from('private')
  const { data: blob } = await bucket.download('a/photo.jpg', { transform })
  expect(await sizeOf(new Response(blob))).toEqual([200, 'jpeg', 40, 40])
  const { data: signed } = await bucket.createSignedUrl('a/photo.jpg', 60, { transform })
  const url = signed?.signedUrl ?? ''
  expect(url).toContain('/render/image/sign/private/')
  expect(await sizeOf(await fetch(`${url}&width=200`))).toEqual([200, 'jpeg', 40, 40])
  for (const [from, to] of [
    ['/render/image/sign/', '/object/sign/'],
    ['photo.jpg', 'other.jpg'],
  ] as const)
    expect(await (await fetch(url.replace(from, to))).json()).toMatchObject({
      code: 'InvalidSignature',
    })
  const { data: whole } = await bucket.createSignedUrl('a/photo.jpg', 60)
  const asImage = (whole?.signedUrl ?? '').replace('/object/sign/', '/render/image/sign/')
  expect(await (await fetch(asImage)).json()).toMatchObject({ code: 'InvalidSignature' })
  app.pass(61)
  expect(await (await fetch(url)).json()).toMatchObject({ code: 'ExpiredToken' })
})

it('serves requests while many images are rendered', async () => {
  await upload('large.jpg', await picture(3000, 3000).jpeg().toBuffer(), 'image/jpeg')
  const rendered = Array.from({ length: 40 }, (_, index) =>
    render(`width=${100 + index}`, { name: 'large.jpg' }),
  )
  expect((await app.fetch('/status')).status).toBe(200)
  const statuses = (await Promise.all(rendered)).map(({ status }) => status)
  // How many have to wait, and are refused, depends on how fast they arrive.
  expect(statuses.filter((status) => status !== 503)).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
})

it('transforms nothing while the project has turned it off', async () => {
  project.changeSettings({ storage: { image_transformation_enabled: false } })
  const refused = await render('width=50')
  project.changeSettings({})
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { statusCode: '403', code: 'FeatureNotEnabled' },
  ])
  expect((await render('width=50')).status).toBe(200)
})
