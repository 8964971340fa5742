import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDiskStore } from './disk.ts'
import { ContentMissing, ContentTooLarge, type ObjectStore } from './object-store.ts'

let folder: string
let store: ObjectStore
const PLENTY = async () => Number.MAX_SAFE_INTEGER

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-disk-'))
  store = createDiskStore({ folder, freeBytes: PLENTY })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ONE = '11111111-0000-4000-8000-000000000001'
const TWO = '22222222-0000-4000-8000-000000000002'
const body = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const names = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.basename(entry.name))

async function put(version: string, content: string): Promise<void> {
  await store.stage(version, body(content))
  await store.publish(version)
  await store.settle(version)
}

it('stores content with its size and digest, and reads it whole or in part', async () => {
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

it('lists the uploads that ended before they were settled, in every step', async () => {
  await put(ONE, 'settled')
  await store.stage(TWO, body('staged'))
  expect(await store.unsettled()).toEqual([TWO])
  await store.publish(TWO)
  expect(await createDiskStore({ folder, freeBytes: PLENTY }).unsettled()).toEqual([TWO])
  await store.discard(TWO)
  expect(await store.unsettled()).toEqual([])
  expect(await names()).toEqual([ONE])
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

it.each(['', '..', '../secret', '/etc/passwd', `${ONE}/x`, `../${ONE}`, `${ONE}\0`, ONE.slice(1)])(
  'takes no path from the version %j',
  async (version) => {
    await put(ONE, 'content')
    await expect(store.read(version)).rejects.toThrow(ContentMissing)
    await expect(store.stageCopy(TWO, version)).rejects.toThrow(ContentMissing)
    await store.remove([version])
    expect(await names()).toEqual([ONE])
  },
)

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
  const full = createDiskStore({ folder, freeBytes: async () => 1000 })
  await expect(full.stage(ONE, body('x'))).rejects.toMatchObject({
    code: 'disk_almost_full',
    status: 507,
  })
  expect(await names()).toEqual([])
})
