import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TarDamaged } from '../base/tar.ts'
import { FileDamaged, unpack } from './unpack.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
})
afterEach(() => rm(folder, { recursive: true }))

function header(name: string, { bytes = 0, type = '0', mode = 0o600 } = {}): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0)
  block.write(mode.toString(8).padStart(7, '0'), 100)
  block.write(bytes.toString(8).padStart(11, '0'), 124)
  block.write(' '.repeat(8), 148)
  block.write(type, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function file(name: string, text: string, mode = 0o600): Buffer {
  const content = Buffer.alloc(Math.ceil(text.length / 512) * 512)
  content.write(text)
  return Buffer.concat([header(name, { bytes: text.length, mode }), content])
}

const manifestOf = (files: Record<string, string>) =>
  new Map(
    Object.entries(files).map(([name, text]) => [
      name,
      { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') },
    ]),
  )

const END = Buffer.alloc(1024)
async function* inParts(...blocks: Buffer[]) {
  const tar = Buffer.concat(blocks)
  for (let at = 0; at < tar.length; at += 100) yield tar.subarray(at, at + 100)
}

it('writes files and folders, and leaves out logs', async () => {
  const long = 'x'.repeat(1300)
  const tar = inParts(
    header('base/', { type: '5' }),
    file('base/1', long),
    file('key.sh', 'run', 0o755),
    header('log', { type: '5' }),
    file('log/postgres-Mon.json', 'old'),
    END,
  )
  const files = { 'base/1': long, 'key.sh': 'run', 'log/postgres-Mon.json': 'old' }
  await unpack(tar, folder, manifestOf(files))
  expect(await readFile(path.join(folder, 'base/1'), 'utf8')).toBe(long)
  expect((await stat(path.join(folder, 'key.sh'))).mode & 0o777).toBe(0o700)
  expect(await readdir(path.join(folder, 'log'))).toEqual([])
})

it.each<[string, Buffer[], Record<string, string>]>([
  ['a wrong checksum', [file('a', 'one')], { a: 'two' }],
  ['a file that is not listed', [file('a', 'one')], {}],
  ['a missing file', [file('a', 'one')], { a: 'one', b: 'two' }],
  ['a file twice', [file('a', 'one'), file('a', 'one')], { a: 'one' }],
])('refuses %s', async (_what, blocks, files) => {
  await expect(unpack(inParts(...blocks, END), folder, manifestOf(files))).rejects.toBeInstanceOf(
    FileDamaged,
  )
})

it.each<[string, Buffer[]]>([
  ['a path to above the folder', [file('../a', 'one')]],
  ['an absolute path', [file('/tmp/a', 'one')]],
  ['a symbolic link', [header('a', { type: '2' })]],
  ['a hard link', [header('a', { type: '1' })]],
  ['a device', [header('a', { type: '3' })]],
  [
    'a header with a changed byte',
    [Buffer.from(header('a').map((byte, i) => (i === 0 ? 98 : byte)))],
  ],
  ['an end in the middle of a file', [header('a', { bytes: 100 })]],
])('refuses %s', async (_what, blocks) => {
  const rest = blocks.length === 1 && blocks[0]?.length === 512 ? [] : [END]
  await expect(
    unpack(inParts(...blocks, ...rest), folder, manifestOf({ a: 'one' })),
  ).rejects.toBeInstanceOf(TarDamaged)
})
