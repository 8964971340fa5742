import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePipe } from '../../../test/hostile-files.ts'
import type { CopyRules } from './copy-folder.ts'
import { copy, remove } from './folders.ts'

const isRoot = process.getuid?.() === 0

let parent: string
let folder: string
let target: string

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stoa-copies-'))
  folder = path.join(parent, 'untrusted')
  target = path.join(parent, 'copy')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(parent, 'outside'), 'secret')
})
afterEach(() => remove(parent))

function write(name: string, content = name): void {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

const copyWith = (rules: CopyRules = {}) => copy(folder, { target, owner: undefined, rules })
const copied = () =>
  fs
    .readdirSync(target, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .toSorted()

describe('a copy of a folder', () => {
  it('has the content and the modes of every file, also of long ones', async () => {
    const long = Buffer.alloc(3 * 1024 * 1024 + 5, 'long')
    write('a/b/one')
    fs.writeFileSync(path.join(folder, 'long'), long)
    fs.chmodSync(path.join(folder, 'long'), 0o640)
    fs.writeFileSync(path.join(folder, 'empty'), '')
    expect(await copyWith()).toMatchObject({ files: 3, unusual: 0, bytes: long.length + 7 })
    expect(copied()).toEqual(['a', 'a/b', 'a/b/one', 'empty', 'long'])
    expect(fs.readFileSync(path.join(target, 'long')).equals(long)).toBe(true)
    expect(fs.statSync(path.join(target, 'long')).mode & 0o777).toBe(0o640)
  })

  it('lacks what the rules leave out', async () => {
    for (const name of ['pid', 'wal/1', 'wal/status/1', 'base/1/tmp_7', 'base/1/8', 'log/x'])
      write(name)
    await copyWith({ leftOut: ['pid', 'log'], emptied: ['wal'], leftOutPrefixes: ['tmp_'] })
    expect(copied()).toEqual(['base', 'base/1', 'base/1/8', 'wal'])
  })

  it('can be completed with chosen files', async () => {
    for (const name of ['wal/1', 'wal/2', 'wal/3', 'base/1']) write(name)
    await copyWith({ emptied: ['wal'] })
    await copyWith({ only: ['wal/2', 'wal/3', 'wal/4'] })
    expect(copied()).toEqual(['base', 'base/1', 'wal', 'wal/2', 'wal/3'])
  })

  it('contains nothing that a link leads to, no second names and no pipes', async () => {
    write('file')
    fs.symlinkSync(path.join(parent, 'outside'), path.join(folder, 'link'))
    fs.symlinkSync(parent, path.join(folder, 'folder'))
    fs.linkSync(path.join(parent, 'outside'), path.join(folder, 'second'))
    makePipe(path.join(folder, 'pipe'))
    expect(await copyWith()).toMatchObject({ files: 1, unusual: 4 })
    expect(copied()).toEqual(['file'])
  })

  it.runIf(isRoot)('belongs to its owner, except the folder itself', async () => {
    write('a/one')
    await copy(folder, { target, owner: { uid: 12_345, gid: 12_346 }, rules: {} })
    const owners = ['', 'a', 'a/one'].map((name) => fs.statSync(path.join(target, name)).uid)
    expect(owners).toEqual([0, 12_345, 12_345])
  })

  it('ends when it is canceled, and nothing writes to it any more', async () => {
    execFileSync('truncate', ['-s', '4G', path.join(folder, 'endless')])
    const reason = new Error('not needed any more')
    const canceling = new AbortController()
    const copying = copy(folder, { target, owner: undefined, rules: {} }, canceling.signal)
    await expect.poll(() => fs.existsSync(path.join(target, 'endless'))).toBe(true)
    canceling.abort(reason)
    await expect(copying).rejects.toBe(reason)
    const { size } = fs.statSync(path.join(target, 'endless'))
    write('later')
    await copy(folder, { target: `${target}-2`, owner: undefined, rules: { only: ['later'] } })
    expect(fs.statSync(path.join(target, 'endless')).size).toBe(size)
  })
})
