import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type MemoryStore } from '../../../test/memory-store.ts'
import { storeFull } from '../errors.ts'
import { partsPrefix } from '../keys.ts'
import { FILE_PART_BYTES } from '../limits.ts'
import { cleanFiles, keptLists } from './clean-files.ts'
import { copyFiles } from './copy-files.ts'
import { listLists } from './file-list.ts'
import { placeFiles } from './place-files.ts'
import { comparePaths } from './walk-files.ts'

const REF = 'abcdefghijklmnopqrst'
const DAY_MS = 24 * 3600_000

let folder: string
let store: MemoryStore
let now: number

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  store = createMemoryStore()
  now = Date.UTC(2026, 0, 1)
})
afterEach(() => rm(folder, { recursive: true }))

const parts = (root = folder) => ({
  store,
  key: Buffer.alloc(32, 1),
  clock: { now: () => new Date(now) },
  files: {
    root,
    entries: ['storage/content', 'functions/versions'],
    records: ['functions/versions'],
  },
})
async function write(name: string, content: string | Buffer): Promise<void> {
  const file = path.join(folder, REF, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
const copy = () => {
  now += 60_000
  return copyFiles(parts(), REF, new AbortController().signal)
}
const storedParts = () => store.keys().filter((key) => key.startsWith(partsPrefix(REF)))

describe('the files of a project', () => {
  it('come back with their content, without what backups leave out', async () => {
    const large = Buffer.alloc(FILE_PART_BYTES + 10, 'large')
    await write('storage/content/aa/one', 'first')
    await write('storage/content/large', large)
    await write('storage/content/empty', '')
    await write('functions/versions/f/1/index.ts', 'Deno.serve()')
    await write('storage/images/cached', 'made again')
    expect(await copy()).toEqual({ files: 4, bytes: 5 + large.length + 12 })

    const root = path.join(folder, 'recovered')
    const read = (name: string) => readFile(path.join(root, REF, name))
    await mkdir(root)
    await placeFiles(parts(root), REF, 'records')
    expect(await readdir(path.join(root, REF))).toEqual(['functions'])
    await placeFiles(parts(root), REF)
    expect(await read('storage/content/aa/one')).toEqual(Buffer.from('first'))
    expect((await read('storage/content/large')).equals(large)).toBe(true)
    expect(await read('storage/content/empty')).toHaveLength(0)
    expect(await read('functions/versions/f/1/index.ts')).toEqual(Buffer.from('Deno.serve()'))
    await expect(read('storage/images/cached')).rejects.toMatchObject({ code: 'ENOENT' })
    // A second run keeps what is there.
    await writeFile(path.join(root, REF, 'storage/content/aa/one'), 'newer')
    await placeFiles(parts(root), REF)
    expect(await read('storage/content/aa/one')).toEqual(Buffer.from('newer'))
  })

  it('are sent once: not when nothing changed, and not under another name', async () => {
    await write('storage/content/a', 'same')
    await write('storage/content/b', 'other')
    expect(await copy()).toMatchObject({ files: 2 })
    const before = storedParts()
    expect(await copy()).toBeUndefined()
    expect(await listLists(parts(), REF)).toHaveLength(1)
    await rename(
      path.join(folder, REF, 'storage/content/a'),
      path.join(folder, REF, 'storage/content/c'),
    )
    expect(await copy()).toMatchObject({ files: 2 })
    expect(storedParts()).toEqual(before)
    expect(store.puts().filter((key) => key.startsWith(partsPrefix(REF)))).toHaveLength(2)
  })

  it('are copied completely once a store that was full has space again', async () => {
    await write('storage/content/a', 'one')
    await write('storage/content/b', 'two')
    store.failAfter(1, storeFull())
    await expect(copy()).rejects.toMatchObject({ code: 'backup_store_full' })
    expect(await listLists(parts(), REF)).toEqual([])
    store.failAfter(Infinity, storeFull())
    expect(await copy()).toMatchObject({ files: 2 })
  })

  it('are removed from the store once no kept list names them', async () => {
    await write('storage/content/old', 'old')
    await copy()
    await rm(path.join(folder, REF, 'storage/content/old'))
    await write('storage/content/new', 'new')
    now += DAY_MS
    await copy()
    const clean = () => cleanFiles(parts(), REF, { days: 7, isFirst: false })
    await clean()
    expect(storedParts()).toHaveLength(2)
    now += 8 * DAY_MS
    await clean()
    expect(storedParts()).toHaveLength(1)
    await mkdir(path.join(folder, 'recovered'))
    await placeFiles(parts(path.join(folder, 'recovered')), REF)
  })

  it('are not taken from a damaged part, which is named', async () => {
    await write('storage/content/a', 'one')
    await copy()
    for (const key of storedParts()) store.damage(key)
    await mkdir(path.join(folder, 'recovered'))
    await expect(placeFiles(parts(path.join(folder, 'recovered')), REF)).rejects.toMatchObject({
      code: 'backup_damaged',
      message: expect.stringContaining('storage/content/a'),
    })
  })
})

it.each([
  ['a', 'b'],
  ['a/b', 'a.b'],
  ['a', 'a/b'],
  ['a/z', 'b'],
])('orders %s before %s, as a walk visits them', (one, other) => {
  expect(Math.sign(comparePaths(one, other))).toBe(-1)
  expect(Math.sign(comparePaths(other, one))).toBe(1)
  expect(comparePaths(one, one)).toBe(0)
})

it('keeps the newest list, and the last one of each day', () => {
  const lists = ['20260110T12', '20260110T11', '20260109T10', '20260109T09', '20260101T00'].map(
    (name) => `ref/files/lists/${name}`,
  )
  expect(keptLists(lists, new Date(Date.UTC(2026, 0, 5)))).toEqual([lists[0], lists[2]])
  expect(keptLists(lists.slice(4), new Date(Date.UTC(2026, 0, 5)))).toEqual([lists[4]])
})
