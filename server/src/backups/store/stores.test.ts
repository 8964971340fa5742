import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startS3Server, type S3Server } from '../../../test/s3-server.ts'
import { createDiskStore } from './disk-store.ts'
import { ObjectMissing, removeAll, type ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'

let folder: string
let s3: S3Server

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

async function* parts(...content: Buffer[]) {
  yield* content
}

async function* failing() {
  yield randomBytes(100_000)
  throw new Error('The content ended early')
}

async function read(store: ObjectStore, key: string): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const part of await store.get(key)) read.push(part)
  return Buffer.concat(read)
}

async function keysOf(store: ObjectStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.toSorted()
}

describe.each<[string, () => ObjectStore]>([
  ['folder', () => createDiskStore(path.join(folder, 'store'))],
  ['bucket', () => createS3Store({ bucket: s3.bucket, prefix: 'backups/' })],
])('a store in a %s', (_name, create) => {
  it('returns an object as it was put, and replaces it', async () => {
    const store = create()
    const content = [randomBytes(300_000), randomBytes(5)]
    expect(await store.put('ref/wal/1', parts(...content))).toBe(300_005)
    expect((await read(store, 'ref/wal/1')).equals(Buffer.concat(content))).toBe(true)
    await store.put('ref/wal/1', parts(Buffer.from('new')))
    expect((await read(store, 'ref/wal/1')).toString()).toBe('new')
  })

  it('lists the keys with a prefix, and removes objects', async () => {
    const store = create()
    for (const key of ['one/a/1', 'one/a/2', 'one/ab', 'oneself/a'])
      await store.put(key, parts(Buffer.from(key)))
    expect(await keysOf(store, 'one/a')).toEqual(['one/a/1', 'one/a/2', 'one/ab'])
    expect(await keysOf(store, 'one/')).toEqual(['one/a/1', 'one/a/2', 'one/ab'])
    await store.remove('one/a/1')
    await store.remove('one/a/1')
    await removeAll(store, 'one/a/')
    expect(await keysOf(store, 'one')).toEqual(['one/ab', 'oneself/a'])
  })

  it('has nothing of an object whose content failed', async () => {
    const store = create()
    await expect(store.put('half/1', failing())).rejects.toThrow('The content ended early')
    expect(await keysOf(store, 'half/')).toEqual([])
    await expect(read(store, 'half/1')).rejects.toBeInstanceOf(ObjectMissing)
  })

  it.each(['../out', '/etc/passwd', 'a//b', 'a/./b', ''])('refuses the key "%s"', async (key) => {
    await expect(create().put(key, parts(Buffer.from('x')))).rejects.toThrow('not the key')
  })
})

it('a folder loses what a killed server has not finished', async () => {
  const place = path.join(folder, 'killed')
  const before = createDiskStore(place)
  await before.put('a', parts(Buffer.from('a')))
  await writeFile(path.join(place, '.unfinished', 'rest'), 'half')
  const after = createDiskStore(place)
  await after.put('b', parts(Buffer.from('b')))
  expect(await readdir(path.join(place, '.unfinished'))).toEqual([])
})

it('a folder that is a file, and a bucket that is absent, are named', async () => {
  await writeFile(path.join(folder, 'file'), '')
  const store = createDiskStore(path.join(folder, 'file', 'store'))
  const absent = createS3Store({ bucket: { ...s3.bucket, bucket: 'absent' }, prefix: '' })
  for (const each of [store, absent])
    await expect(each.put('a', parts(Buffer.from('a')))).rejects.toMatchObject({
      code: 'backup_store_unavailable',
    })
})

it.each<[number, number, string]>([
  [403, 403, 'backup_store_denied'],
  [507, 507, 'backup_store_full'],
  [200, 404, 'backup_store_unreliable'],
  [200, 200, 'backup_store_unreliable'],
])(
  'a bucket that responds %i to an object and %i to a look at it is %s',
  async (put, head, code) => {
    // Confirms every object, but has another one or none.
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(request.method === 'HEAD' ? head : put, { 'content-length': '0' }).end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const endpoint = `http://127.0.0.1:${port}`
    const store = createS3Store({ bucket: { ...s3.bucket, endpoint }, prefix: '' })
    try {
      await expect(store.put('a', parts(Buffer.from('a')))).rejects.toMatchObject({ code })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)
