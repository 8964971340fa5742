import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { continueRecovery, writeRecovery } from './recovery-file.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const place = { kind: 'folder', folder: '/mnt/backups', isInDataFolder: false } as const

it('lets a start continue a recovery from the same store, once', async () => {
  expect(await continueRecovery(dataDir, place)).toBeUndefined()
  await writeRecovery(dataDir, { store: '/mnt/backups', phase: 'placed' })
  const end = await continueRecovery(dataDir, place)
  await end?.()
  expect(await readdir(dataDir)).toEqual([])
  expect(await continueRecovery(dataDir, place)).toBeUndefined()
})

it('refuses a start before the platform’s database is complete', async () => {
  await writeRecovery(dataDir, { store: '/mnt/backups', phase: 'placing' })
  await expect(continueRecovery(dataDir, place)).rejects.toMatchObject({
    code: 'recovery_unfinished',
    status: 500,
  })
})

it.each([undefined, { ...place, folder: '/mnt/others' }])(
  'refuses a start with another store than the recovery',
  async (other) => {
    await writeRecovery(dataDir, { store: '/mnt/backups', phase: 'placed' })
    await expect(continueRecovery(dataDir, other)).rejects.toMatchObject({
      code: 'recovery_store_differs',
      hint: 'Set STOA_BACKUPS=/mnt/backups, then try again.',
    })
  },
)
