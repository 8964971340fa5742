import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePipe, makeSparse } from '../../../test/hostile-files.ts'
import { giveTo, measure, remove } from './folders.ts'

const isRoot = process.getuid?.() === 0
const BLOCK = 4096

let parent: string
let folder: string
let outside: string

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stoa-folders-'))
  folder = path.join(parent, 'untrusted')
  outside = path.join(parent, 'outside')
  for (const name of [folder, outside]) fs.mkdirSync(name)
  fs.writeFileSync(path.join(outside, 'kept'), 'secret'.repeat(10_000))
})
afterEach(() => remove(parent))

const inside = (...names: string[]) => path.join(folder, ...names)
const keptOutside = () => fs.readdirSync(outside)

/** All kinds of entries that a name can stand for. */
const KINDS: Readonly<Record<string, (at: string) => unknown>> = {
  'a file': (at) => fs.writeFileSync(at, 'content'),
  'a link to a folder': (at) => fs.symlinkSync(outside, at),
  'a link to a file': (at) => fs.symlinkSync(path.join(outside, 'kept'), at),
  'a link to a device': (at) => fs.symlinkSync('/dev/zero', at),
  'a link to nothing': (at) => fs.symlinkSync('nothing', at),
  'a link to itself': (at) => fs.symlinkSync(at, at),
  'a hard link': (at) => fs.linkSync(path.join(outside, 'kept'), at),
  'a named pipe': makePipe,
  'a device': (at) => (isRoot ? execFileSync('mknod', [at, 'c', '1', '5']) : fs.mkdirSync(at)),
  'a folder that nobody can read': (at) => fs.mkdirSync(at, { mode: 0 }),
  'a sparse file of 10 GB': makeSparse,
  'a name that is not UTF-8': (at) =>
    fs.writeFileSync(Buffer.concat([Buffer.from(at), Buffer.from([0xff, 0xfe])]), 'content'),
  'a name with a line break': (at) => fs.writeFileSync(`${at}\n`, 'content'),
}

async function listen(at: string): Promise<net.Server> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(at, resolve))
  return server
}

/** Starts at the innermost folder, because the system limits the length of a path. */
function nest(depth: number): void {
  const name = 'long'.repeat(50)
  fs.mkdirSync(inside(name))
  for (let i = 1; i < depth; i += 1) {
    fs.mkdirSync(inside('above'))
    fs.renameSync(inside(name), inside('above', name))
    fs.renameSync(inside('above'), inside(name))
  }
}

describe('measure', () => {
  it('counts the blocks of files and folders, and not the holes of a sparse file', async () => {
    fs.mkdirSync(inside('sub'))
    fs.writeFileSync(inside('sub', 'file'), Buffer.alloc(10 * BLOCK, 1))
    makeSparse(inside('sparse'))
    const { bytes, entries, isComplete } = await measure(folder)
    expect(bytes).toBeGreaterThanOrEqual(10 * BLOCK)
    expect(bytes).toBeLessThan(20 * BLOCK)
    expect({ entries, isComplete }).toEqual({ entries: 3, isComplete: true })
  })

  it.each(Object.keys(KINDS))('neither follows nor opens %s', async (kind) => {
    KINDS[kind]?.(inside('entry'))
    const { bytes, entries } = await measure(folder)
    expect(entries).toBe(1)
    // A hard link counts, because its content stays as long as the link does.
    expect(bytes).toBeLessThan(kind === 'a hard link' ? 40 * BLOCK : 5 * BLOCK)
  })

  it('finds nothing where there is no folder, and rejects for a file', async () => {
    expect(await measure(inside('missing'))).toMatchObject({
      bytes: 0,
      entries: 0,
      isComplete: true,
    })
    fs.writeFileSync(inside('file'), '')
    await expect(measure(inside('file'))).rejects.toMatchObject({ code: 'folder_unavailable' })
  })

  it('says that it is incomplete at a limit of bytes, entries, depth or time', async () => {
    for (let i = 0; i < 200; i += 1) fs.writeFileSync(inside(`f${i}`), 'x')
    nest(5)
    expect((await measure(folder)).isComplete).toBe(true)
    const limits = { bytes: BLOCK, entries: 20, depth: 3, milliseconds: 0 }
    for (const [name, value] of Object.entries(limits)) {
      const found = await measure(folder, { [name]: value })
      expect(found).toMatchObject({ isComplete: false, reached: name })
    }
    expect((await measure(folder, { entries: 20 })).entries).toBe(21)
  })
})

describe('remove', () => {
  it.each(Object.keys(KINDS))('removes %s, and nothing elsewhere', async (kind) => {
    fs.mkdirSync(inside('sub'))
    KINDS[kind]?.(inside('entry'))
    KINDS[kind]?.(inside('sub', 'entry'))
    await remove(folder)
    expect(fs.existsSync(folder)).toBe(false)
    expect(keptOutside()).toEqual(['kept'])
  })

  it('removes a socket, and a link in place of the folder but not its target', async () => {
    const server = await listen(inside('socket'))
    await remove(folder)
    server.close()
    fs.symlinkSync(outside, folder)
    await remove(folder)
    await remove(folder)
    expect(fs.readdirSync(parent)).toEqual(['outside'])
    expect(keptOutside()).toEqual(['kept'])
  })

  it('removes folders that are nested deeper than a path can be long', async () => {
    nest(200)
    await remove(folder)
    expect(fs.existsSync(folder)).toBe(false)
  })

  it('removes folders and files that nobody has permission to list', async () => {
    fs.mkdirSync(inside('closed', 'below'), { recursive: true })
    for (const name of [inside('closed', 'below'), inside('closed')]) fs.chmodSync(name, 0)
    await remove(folder)
    expect(fs.existsSync(folder)).toBe(false)
  })

  it('runs in turns with other walks', async () => {
    for (let i = 0; i < 300; i += 1) fs.writeFileSync(inside(`f${i}`), '')
    const order: string[] = []
    const slow = remove(folder).then(() => order.push('large'))
    const quick = measure(outside).then(() => order.push('small'))
    await Promise.all([slow, quick])
    expect(order).toContain('small')
    expect(fs.existsSync(folder)).toBe(false)
  })
})

describe.runIf(isRoot)('giveTo, as root', () => {
  const OWNER = { uid: 0x7fff_0001, gid: 0x7fff_0001 }
  const FORMER = { uid: 0x7fff_0002, gid: 0x7fff_0002 }
  const uidOf = (place: string) => fs.lstatSync(place).uid
  const giveUp = (place: string) => fs.lchownSync(place, FORMER.uid, FORMER.gid)

  it('gives away what the former owner had, and nothing of others or elsewhere', async () => {
    fs.mkdirSync(inside('sub'))
    fs.writeFileSync(inside('sub', 'file'), '')
    fs.symlinkSync(path.join(outside, 'kept'), inside('link'))
    fs.linkSync(path.join(outside, 'kept'), inside('hard'))
    fs.writeFileSync(path.join(outside, 'shared'), '')
    giveUp(path.join(outside, 'shared'))
    fs.linkSync(path.join(outside, 'shared'), inside('shared'))
    for (const name of ['sub', 'sub/file', 'link', '.']) giveUp(inside(name))
    await giveTo(folder, OWNER)
    for (const name of ['.', 'sub', 'sub/file', 'link']) expect(uidOf(inside(name))).toBe(OWNER.uid)
    expect(uidOf(path.join(outside, 'kept'))).toBe(0)
    expect(uidOf(path.join(outside, 'shared'))).toBe(FORMER.uid)
  })

  it('changes the folder itself last, and not if the tree is too deep', async () => {
    nest(100)
    await expect(giveTo(folder, OWNER)).rejects.toMatchObject({ code: 'folder_unavailable' })
    expect(uidOf(folder)).toBe(0)
  })
})
