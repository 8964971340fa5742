import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDataFolder } from './data-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('removes the runtime folder of a data folder that was deleted, and keeps the others', async () => {
  const place = { account: undefined, runtimeDir: undefined }
  const open = (name: string) => openDataFolder(path.join(folder, name), place)
  const kept = await open('kept')
  const deleted = await open('deleted')
  await rm(deleted.root, { recursive: true })
  expect(existsSync(deleted.sockets)).toBe(true)
  const next = await open('next')
  expect(existsSync(deleted.sockets)).toBe(false)
  expect([kept, next].every(({ sockets }) => existsSync(sockets))).toBe(true)
  for (const { sockets } of [kept, next]) await rm(sockets, { recursive: true })
})
