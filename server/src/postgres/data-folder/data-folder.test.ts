import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notWritable } from './checks.ts'
import { openDataFolder } from './data-folder.ts'

const REF = 'abcdefghijklmnopqrst'

let root: string
let free = Number.MAX_SAFE_INTEGER
const open = () =>
  openDataFolder(root, { account: undefined, runtimeDir: root, freeBytes: async () => free })
const keyFile = () => path.join(root, 'installation.key')
const add = (...names: string[]) => mkdir(path.join(root, ...names), { recursive: true })

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  free = Number.MAX_SAFE_INTEGER
})
afterEach(() => rm(root, { recursive: true }))

it('creates a private key at the first start and keeps it', async () => {
  const { installationKey } = await open()
  expect(installationKey).toHaveLength(32)
  expect((await open()).installationKey).toEqual(installationKey)
})

it('keeps the key in another file if that is set', async () => {
  const apart = path.join(root, 'apart.key')
  const openApart = () =>
    openDataFolder(root, {
      account: undefined,
      runtimeDir: root,
      freeBytes: async () => free,
      keyFile: apart,
    })
  const { installationKey } = await openApart()
  expect((await openApart()).installationKey).toEqual(installationKey)
  expect(existsSync(apart)).toBe(true)
  expect(existsSync(keyFile())).toBe(false)
})

describe('a start is refused', () => {
  it.each([
    ['the platform’s database', ['clusters', 'control']],
    ['a project’s database', ['clusters', 'projects', REF]],
    ['the database of the only project', ['clusters', 'projects', 'default']],
  ])('if the key is missing while there is %s', async (_what, folder) => {
    await add(...folder)
    await expect(open()).rejects.toMatchObject({
      code: 'installation_key_missing',
      message: expect.stringContaining(keyFile()),
      hint: expect.stringMatching(/\.$/),
    })
    await expect(readFile(keyFile())).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it.each([0o644, 0o640, 0o604])('if the key has mode %o', async (mode) => {
    await open()
    await chmod(keyFile(), mode)
    await expect(open()).rejects.toMatchObject({
      code: 'installation_key_exposed',
      hint: expect.stringContaining(`chmod 600 ${keyFile()}`),
    })
  })

  it('if the key is damaged', async () => {
    await open()
    await writeFile(keyFile(), 'half')
    await expect(open()).rejects.toMatchObject({ code: 'installation_key_damaged' })
    expect(await readFile(keyFile(), 'utf8')).toBe('half')
  })

  it('if the disk is full', async () => {
    free = 1024 * 1024
    await expect(open()).rejects.toMatchObject({
      code: 'disk_full',
      message: `The disk of the data folder ${root} is full.`,
      hint: 'Free at least 32 MB on it, then start again.',
    })
  })

  it('if the folder of the clusters links to a folder that is gone', async () => {
    await symlink('/nonexistent/clusters', path.join(root, 'clusters'))
    await expect(open()).rejects.toMatchObject({ code: 'clusters_missing' })
  })
})

it.each([
  ['EROFS', 'data_folder_read_only'],
  ['EACCES', 'data_folder_unusable'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
])('reports %s as %s, with the folder and a next step', (code, expected) => {
  expect(
    notWritable('/data', Object.assign(new Error('said by the system'), { code })),
  ).toMatchObject({
    code: expected,
    message: expect.stringContaining('/data'),
    hint: expect.stringMatching(/\.$/),
  })
})

it('removes the runtime folder of a data folder that was deleted, and keeps the others', async () => {
  const place = { account: undefined, runtimeDir: undefined, freeBytes: async () => free }
  const open = (name: string) => openDataFolder(path.join(root, name), place)
  const kept = await open('kept')
  const deleted = await open('deleted')
  await rm(deleted.root, { recursive: true })
  expect(existsSync(deleted.sockets)).toBe(true)
  const next = await open('next')
  expect(existsSync(deleted.sockets)).toBe(false)
  expect([kept, next].every(({ sockets }) => existsSync(sockets))).toBe(true)
  for (const { sockets } of [kept, next]) await rm(sockets, { recursive: true })
})
