import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createHostileFolder,
  hostileKinds,
  isRegular,
  makePipe,
  SECRET,
  type HostileFolder,
} from '../../../test/hostile-files.ts'
import { kindIn, openSocketIn, readFileIn, removeIn, requireFileIn, writeFileIn } from './files.ts'

let hostile: HostileFolder
let folder: string
beforeEach(() => {
  hostile = createHostileFolder()
  folder = hostile.folder
})
afterEach(() => hostile.remove())

const at = (name = 'file') => path.join(folder, name)
const write = (owner?: { uid: number; gid: number }) =>
  writeFileIn(folder, 'file', { content: 'new', mode: 0o600, owner, sync: true })

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

  it.each(hostileKinds)('refuses %s without quoting it', async (kind) => {
    hostile.plant(kind, at())
    const error: unknown = await readFileIn(folder, 'file', { maxBytes: 1000 }).catch((e) => e)
    expect(error).toMatchObject({ code: 'unexpected_file', status: 503 })
    hostile.requireUntouched(error)
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
  it.each(hostileKinds)('replaces %s, whose other names keep the content', async (kind) => {
    for (const name of ['file', 'file.partial']) hostile.plant(kind, at(name))
    await write()
    expect(fs.readFileSync(at(), 'utf8')).toBe('new')
    expect(fs.statSync(at()).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder)).toEqual(['file'])
    hostile.requireUntouched()
  })

  it.runIf(process.getuid?.() === 0)('gives the file to an account', async () => {
    await write({ uid: 0x7fff_0001, gid: 0x7fff_0001 })
    expect(fs.statSync(at()).uid).toBe(0x7fff_0001)
  })
})

describe('removeIn, kindIn and requireFileIn', () => {
  it.each(hostileKinds)('tell %s from a file, and remove it alone', async (kind) => {
    expect(await kindIn(folder, 'file')).toBeUndefined()
    await requireFileIn(folder, 'file')
    hostile.plant(kind, at())
    const expected = isRegular(kind) ? 'file' : 'other'
    expect(await kindIn(folder, 'file')).toBe(expected)
    const refusal = await requireFileIn(folder, 'file').catch((error) => error)
    expect(refusal?.code).toBe(expected === 'file' ? undefined : 'unexpected_file')
    await removeIn(folder, 'file')
    await removeIn(folder, 'file')
    expect(fs.readdirSync(folder)).toEqual([])
    hostile.requireUntouched()
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

  it('leads to the socket, even if its name now belongs to a link', async () => {
    const server = await serve(at())
    const other = await serve(at('other'))
    const socket = await openSocketIn(folder, 'file')
    fs.renameSync(at(), at('moved'))
    fs.symlinkSync(at('other'), at())
    expect(await readAll(socket.path)).toBe('hello')
    await socket.chmod(0o600)
    expect(fs.statSync(at('moved')).mode & 0o777).toBe(0o600)
    await socket.close()
    await expect(openSocketIn(folder, 'file')).rejects.toMatchObject({ code: 'unexpected_file' })
    for (const each of [server, other]) each.close()
  })

  it.each(hostileKinds)('refuses %s', async (kind) => {
    hostile.plant(kind, at())
    await expect(openSocketIn(folder, 'file')).rejects.toMatchObject({ code: 'unexpected_file' })
  })
})

it('leaves the threads for files free while many folders contain pipes', async () => {
  for (let i = 0; i < 20; i += 1) makePipe(at(`pipe${i}`))
  const reads = Array.from({ length: 20 }, (_, i) =>
    readFileIn(folder, `pipe${i}`, { maxBytes: 9 }),
  )
  await expect(Promise.all(reads)).rejects.toMatchObject({ code: 'unexpected_file' })
  await Promise.allSettled(reads)
  expect(await fs.promises.readFile(hostile.secretFile, 'utf8')).toBe(SECRET)
})
