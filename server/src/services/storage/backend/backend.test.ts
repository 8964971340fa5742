import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startS3Server, type S3Server } from '../../../../test/s3-server.ts'
import { createS3Backend, createDiskBackend, type Backend } from './index.ts'
import { ContentMissing, ContentTooLarge, type ObjectStore } from './object-store.ts'

let server: S3Server
let folder: string
let ref: string
let backend: Backend
let store: ObjectStore
const PLENTY = async () => Number.MAX_SAFE_INTEGER

const open = (freeBytes = PLENTY) => backend.storeOf({ ref, folder, freeBytes })

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-backend-'))
  ref = randomBytes(10).toString('hex')
})
afterEach(async () => {
  for (const version of await store.unsettled()) await store.discard(version).catch(() => {})
  await rm(folder, { recursive: true, force: true })
})

const ONE = '11111111-0000-4000-8000-000000000001'
const TWO = '22222222-0000-4000-8000-000000000002'
const THREE = '33333333-0000-4000-8000-000000000003'
const body = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
/** Everything stored, at whatever step it is. */
const names = async () => [
  ...(await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => path.basename(entry.name)),
  ...(await server.keys()).flatMap((key) => (key.startsWith(`${ref}/`) ? key.split('/')[1] : [])),
]

async function put(version: string, content: string): Promise<void> {
  await store.stage(version, body(content))
  await store.publish(version)
  await store.settle(version)
}

describe.each([
  ['a folder', () => createDiskBackend()],
  ['a bucket of another server', () => createS3Backend(server.bucket)],
])('content in %s', (_name, create) => {
  beforeEach(() => {
    backend = create()
    store = open()
  })

  it('stores content with its size and digest, and reads all or part of it', async () => {
    expect(await store.stage(ONE, body('hello ', 'world'))).toEqual({
      size: 11,
      md5: '5eb63bbbe01eeed093cb22bb8f5acdc3',
    })
    await expect(store.read(ONE)).rejects.toThrow(ContentMissing)
    await store.publish(ONE)
    await store.settle(ONE)
    expect(await text(await store.read(ONE))).toBe('hello world')
    expect(await text(await store.read(ONE, { start: 6, end: 8 }))).toBe('wor')
    expect(await names()).toEqual([ONE])
  })

  it('copies content, and keeps the copy when the original is removed', async () => {
    await put(ONE, 'content')
    await store.stageCopy(TWO, ONE)
    await store.publish(TWO)
    await store.settle(TWO)
    await store.remove([ONE, ONE])
    await expect(store.read(ONE)).rejects.toThrow(ContentMissing)
    expect((await buffer(await store.read(TWO))).toString()).toBe('content')
  })

  it('lists the uploads that ended before they were settled, at every step', async () => {
    await put(ONE, 'settled')
    await store.stage(TWO, body('staged'))
    expect(await store.unsettled()).toEqual([TWO])
    await store.publish(TWO)
    expect(await open().unsettled()).toEqual([TWO])
    await store.discard(TWO)
    expect(await store.unsettled()).toEqual([])
    expect(await names()).toEqual([ONE])
  })

  it('lists small content until it is settled, also after a crash', async () => {
    for (const version of [ONE, TWO, THREE]) {
      await store.stage(version, body('small'), { atMostBytes: 5 })
      await store.publish(version)
    }
    await store.settle(ONE)
    expect(await text(await store.read(ONE))).toBe('small')
    // The last one's folder stays in the list, because it is in use.
    await store.settle(THREE)
    const found = await open().unsettled()
    expect(found).toContain(TWO)
    expect(found).not.toContain(ONE)
    await store.discard(TWO)
    await expect(store.read(TWO)).rejects.toThrow(ContentMissing)
    expect(store.usage.bytes()).toBe(10)
  })

  it('leaves nothing of a small body that is too large or that cannot be published', async () => {
    const limits = { atMostBytes: 10, maxBytes: 5 }
    await expect(store.stage(ONE, body('123', '456'), limits)).rejects.toThrow(ContentTooLarge)
    await put(ONE, 'first')
    await store.stage(TWO, body('second'), { atMostBytes: 6 })
    await store.discard(TWO)
    expect(await names()).toEqual([ONE])
    expect(store.usage.bytes()).toBe(5)
  })

  it('leaves nothing of a body that is too large or breaks off', async () => {
    await expect(store.stage(ONE, body('123', '456'), { maxBytes: 5 })).rejects.toThrow(
      ContentTooLarge,
    )
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('123')
        throw new Error('The client went away')
      })(),
    )
    await expect(store.stage(TWO, broken)).rejects.toThrow('The client went away')
    expect(await names()).toEqual([])
  })

  it.each([
    '',
    '..',
    '../secret',
    '/etc/passwd',
    `${ONE}/x`,
    `../${ONE}`,
    `${ONE}\0`,
    ONE.slice(1),
  ])('takes no path from the version %j', async (version) => {
    await put(ONE, 'content')
    await expect(store.read(version)).rejects.toThrow(ContentMissing)
    await expect(store.stageCopy(TWO, version)).rejects.toThrow(ContentMissing)
    await store.remove([version])
    expect(await names()).toEqual([ONE])
  })

  it('lists published content of a certain age', async () => {
    await put(ONE, 'one')
    await put(TWO, 'two')
    const found: string[] = []
    for await (const group of store.published(new Date(Date.now() + 10_000))) found.push(...group)
    expect(found.sort()).toEqual([ONE, TWO])
    for await (const group of store.published(new Date(0))) found.push(...group)
    expect(found).toHaveLength(2)
  })

  it('refuses content while the disk is almost full', async () => {
    const full = open(async () => 1000)
    await expect(full.stage(ONE, body('x'))).rejects.toMatchObject({
      code: 'disk_almost_full',
      status: 507,
    })
    expect(await names()).toEqual([])
  })

  it('joins contents', async () => {
    await put(ONE, 'hello ')
    await put(TWO, 'world')
    await store.stageJoin(THREE, [ONE, TWO])
    await store.publish(THREE)
    await store.settle(THREE)
    expect(await text(await store.read(THREE))).toBe('hello world')
    await expect(store.stageJoin(ONE, [randomUUID()])).rejects.toThrow(ContentMissing)
  })

  it('gives a copied project the content, which each then removes for itself', async () => {
    await put(ONE, 'content')
    await store.stage(TWO, body('small'), { atMostBytes: 5 })
    await store.publish(TWO)
    await store.settle(TWO)
    await store.stage(THREE, body('unfinished'))
    const to = { ref: `${ref}copy`, folder: path.join(folder, 'copy') }
    await mkdir(to.folder)
    for (const _again of [1, 2]) await backend.copy({ ref, folder }, to)
    const copy = backend.storeOf({ ...to, freeBytes: PLENTY })
    expect(await text(await copy.read(ONE))).toBe('content')
    await copy.remove([ONE])
    expect(await text(await store.read(ONE))).toBe('content')
    await store.remove([TWO])
    expect(await text(await copy.read(TWO))).toBe('small')
    await expect(copy.read(THREE)).rejects.toThrow(ContentMissing)
    await backend.removed(to.ref)
  })

  it('sends content that is larger than one request', async () => {
    const part = randomBytes(1024 * 1024)
    const many = Readable.from(Array.from({ length: 70 }, () => part))
    await store.stage(ONE, many)
    await store.publish(ONE)
    const read = await buffer(
      await store.read(ONE, { start: 69 * 1024 * 1024, end: 70 * 1024 * 1024 - 1 }),
    )
    expect(read.equals(part)).toBe(true)
  })

  it('computes the digests of large bodies in a thread, of several at the same time', async () => {
    const size = 33 * 1024 * 1024
    const stage = async (version: string, pieceBytes: number) => {
      const content = randomBytes(size)
      const pieces = function* () {
        // Some pieces have their own memory, like those of a socket, and some share it.
        for (let at = 0; at < size; at += pieceBytes) {
          const piece = content.subarray(at, at + pieceBytes)
          yield at % (2 * pieceBytes) === 0 ? piece : Buffer.from(new Uint8Array(piece).buffer)
        }
      }
      const md5 = createHash('md5').update(content).digest('hex')
      const staged = await store.stage(version, Readable.from(pieces()), { minBytes: size })
      expect(staged).toEqual({ size, md5 })
    }
    await Promise.all([stage(ONE, 65_536), stage(TWO, 400_000)])
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(1024 * 1024)
        throw new Error('The client went away')
      })(),
    )
    await expect(store.stage(THREE, broken, { minBytes: size })).rejects.toThrow('went away')
    expect((await store.unsettled()).toSorted()).toEqual([ONE, TWO])
  })

  it.each([0, 1, 524_287, 524_288, 524_289, 3_000_001])(
    'knows the digest of content of %i bytes in any pieces',
    async (size) => {
      const content = randomBytes(size)
      const md5 = createHash('md5').update(content).digest('hex')
      for (const piece of [65_536, 300_000, size + 1]) {
        const pieces = Array.from({ length: Math.ceil(size / piece) }, (_, at) =>
          content.subarray(at * piece, (at + 1) * piece),
        )
        const version = randomUUID()
        expect(await store.stage(version, Readable.from(pieces))).toEqual({ size, md5 })
        await store.publish(version)
        await store.settle(version)
        expect((await buffer(await store.read(version))).equals(content)).toBe(true)
      }
      const file = path.join(folder, 'file')
      await writeFile(file, content)
      expect(await store.stageFile(TWO, file)).toEqual({ size, md5 })
    },
  )

  it('keeps concurrent contents apart', async () => {
    const contents = Array.from({ length: 20 }, () => randomBytes(1_500_000))
    const staged = await Promise.all(
      contents.map((content) =>
        store.stage(
          randomUUID(),
          Readable.from([content.subarray(0, 700_000), content.subarray(700_000)]),
        ),
      ),
    )
    expect(staged.map(({ md5 }) => md5)).toEqual(
      contents.map((content) => createHash('md5').update(content).digest('hex')),
    )
  })

  it('measures its size, including uploads in progress', async () => {
    await put(ONE, '12345')
    await store.stage(TWO, body('123'))
    const again = open()
    await again.usage.measure()
    expect(again.usage.bytes()).toBe(8)
    await again.discard(TWO)
    await again.remove([ONE])
    expect(again.usage.bytes()).toBe(0)
  })

  it('leaves nothing of a deleted project but its folder, and nothing of others is touched', async () => {
    await put(ONE, 'content')
    await backend.removed(ref.slice(0, -1))
    expect(await names()).toEqual([ONE])
    await backend.removed(ref)
    await backend.removed(ref)
    expect((await server.keys()).filter((key) => key.startsWith(`${ref}/`))).toEqual([])
  })
})

it('reports that the other server does not respond', async () => {
  const gone = await startS3Server()
  await gone.stop()
  const lost = createS3Backend(gone.bucket).storeOf({ ref, folder, freeBytes: PLENTY })
  await lost.stage(ONE, body('content'))
  const attempts = [() => lost.publish(ONE), () => lost.read(ONE), () => lost.stageCopy(TWO, ONE)]
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: 'storage_backend_failed', status: 503 })
})

it('reports that the other server refuses', async () => {
  const wrong = { ...server.bucket, bucket: 'no-such-bucket' }
  const lost = createS3Backend(wrong).storeOf({ ref, folder, freeBytes: PLENTY })
  await lost.stage(ONE, body('content'))
  await expect(lost.publish(ONE)).rejects.toMatchObject({ code: 'storage_backend_failed' })
})
