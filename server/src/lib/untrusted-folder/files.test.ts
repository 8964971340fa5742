import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kindIn, openSocketIn, readFileIn, removeIn, requireFileIn, writeFileIn } from './files.ts'

const SECRET = 'stoa_operator_secret'

let parent: string
let folder: string
let secret: string

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stoa-files-'))
  folder = path.join(parent, 'untrusted')
  secret = path.join(parent, 'secret')
  fs.mkdirSync(folder)
  fs.writeFileSync(secret, SECRET, { mode: 0o600 })
})
afterEach(() => {
  fs.rmSync(parent, { recursive: true, force: true })
})

const at = (name = 'file') => path.join(folder, name)
const write = (owner?: { uid: number; gid: number }) =>
  writeFileIn(folder, 'file', { content: 'new', mode: 0o600, owner, sync: true })

function makeDevice(place: string): void {
  execFileSync('mknod', [place, 'c', '1', '5'])
}

/** Everything but a regular file that can be put in its place. */
const KINDS: readonly (readonly [string, (place: string) => unknown])[] = [
  ['a link to a secret', (place) => fs.symlinkSync(secret, place)],
  ['a link to a device', (place) => fs.symlinkSync('/dev/zero', place)],
  ['a link to nothing', (place) => fs.symlinkSync(path.join(parent, 'nothing'), place)],
  ['a link to itself', (place) => fs.symlinkSync(place, place)],
  ['a hard link to a secret', (place) => fs.linkSync(secret, place)],
  ['a named pipe', (place) => execFileSync('mkfifo', [place])],
  ['a folder', (place) => fs.mkdirSync(path.join(place, 'sub'), { recursive: true })],
  ['a sparse file of 10 GB', (place) => execFileSync('truncate', ['-s', '10G', place])],
  // Only root can make one.
  ...(process.getuid?.() === 0 ? [['a device', makeDevice] as const] : []),
]

describe('readFileIn', () => {
  it('reads a regular file, also an empty one, and returns nothing for a missing one', async () => {
    expect(await readFileIn(folder, 'file', { maxBytes: 10 })).toBeUndefined()
    fs.writeFileSync(at(), '')
    expect((await readFileIn(folder, 'file', { maxBytes: 0 }))?.content.toString()).toBe('')
    fs.writeFileSync(at(), '0123456789')
    const found = await readFileIn(folder, 'file', { maxBytes: 10 })
    expect(found?.content.toString()).toBe('0123456789')
    expect(found?.modifiedAt).toEqual(fs.statSync(at()).mtime)
  })

  it.each(KINDS)('refuses %s without quoting it', async (_kind, make) => {
    make(at())
    const error: unknown = await readFileIn(folder, 'file', { maxBytes: 1000 }).catch((e) => e)
    expect(error).toMatchObject({ code: 'unexpected_file', status: 503 })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(SECRET)
  })

  it('refuses a socket', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(at(), resolve))
    await expect(readFileIn(folder, 'file', { maxBytes: 10 })).rejects.toMatchObject({
      code: 'unexpected_file',
    })
    server.close()
  })

  it('refuses names that lead elsewhere', async () => {
    for (const name of ['../secret', 'sub/file', '..', '', '.'])
      await expect(readFileIn(folder, name, { maxBytes: 10 })).rejects.toThrow('not the name')
  })
})

describe('writeFileIn', () => {
  it.each(KINDS)('replaces %s, which stays what it is elsewhere', async (_kind, make) => {
    make(at())
    make(at('file.partial'))
    await write()
    expect(fs.readFileSync(at(), 'utf8')).toBe('new')
    expect(fs.statSync(at()).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder)).toEqual(['file'])
    expect(fs.readFileSync(secret, 'utf8')).toBe(SECRET)
    expect(fs.readdirSync(parent).sort()).toEqual(['secret', 'untrusted'])
  })

  it.runIf(process.getuid?.() === 0)('gives the file to an account', async () => {
    await write({ uid: 0x7fff_0001, gid: 0x7fff_0001 })
    expect(fs.statSync(at()).uid).toBe(0x7fff_0001)
  })
})

describe('removeIn, kindIn and requireFileIn', () => {
  it.each(KINDS)('tell %s from a file, and remove it alone', async (kind, make) => {
    expect(await kindIn(folder, 'file')).toBeUndefined()
    await requireFileIn(folder, 'file')
    make(at())
    const expected = /hard link|sparse/.test(kind) ? 'file' : 'other'
    expect(await kindIn(folder, 'file')).toBe(expected)
    const refusal = await requireFileIn(folder, 'file').catch((error) => error)
    expect(refusal?.code).toBe(expected === 'file' ? undefined : 'unexpected_file')
    await removeIn(folder, 'file')
    await removeIn(folder, 'file')
    expect(fs.readdirSync(folder)).toEqual([])
    expect(fs.readFileSync(secret, 'utf8')).toBe(SECRET)
  })
})

describe('openSocketIn', () => {
  const serve = async (place: string) => {
    const server = net.createServer((socket) => socket.end('hello'))
    await new Promise<void>((resolve) => server.listen(place, resolve))
    return server
  }
  const readAll = async (place: string) => {
    const socket = net.connect(place)
    return (await socket.toArray()).join('')
  }

  it('leads to the socket, also when a link has its name by then', async () => {
    const server = await serve(at())
    const other = await serve(path.join(parent, 'other'))
    const socket = await openSocketIn(folder, 'file')
    fs.renameSync(at(), at('moved'))
    fs.symlinkSync(path.join(parent, 'other'), at())
    expect(await readAll(socket.path)).toBe('hello')
    await socket.chmod(0o600)
    expect(fs.statSync(at('moved')).mode & 0o777).toBe(0o600)
    await socket.close()
    await expect(openSocketIn(folder, 'file')).rejects.toMatchObject({ code: 'unexpected_file' })
    for (const each of [server, other]) each.close()
  })

  it.each(KINDS)('refuses %s', async (_kind, make) => {
    make(at())
    await expect(openSocketIn(folder, 'file')).rejects.toMatchObject({ code: 'unexpected_file' })
  })
})

it('needs none of the threads for files while many folders have pipes', async () => {
  for (let i = 0; i < 20; i += 1) execFileSync('mkfifo', [at(`pipe${i}`)])
  const reads = Array.from({ length: 20 }, (_, i) =>
    readFileIn(folder, `pipe${i}`, { maxBytes: 9 }),
  )
  await expect(Promise.all(reads)).rejects.toMatchObject({ code: 'unexpected_file' })
  await Promise.allSettled(reads)
  expect(await fs.promises.readFile(secret, 'utf8')).toBe(SECRET)
})
