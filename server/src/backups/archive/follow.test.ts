import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { STAGED_WAL_FOLDER } from '../../postgres/clusters/archive.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import { storeUnavailable } from '../errors.ts'
import { backupMigrations, createDiskStore } from '../index.ts'
import { findChains } from '../records/chains.ts'
import { findRanges } from '../records/wal-ranges.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { followCluster, type Follower } from './follow.ts'

let control: TestControlPlane
let folder: string
let dataDir: string
let staging: string
let ref: string
let isFailing = false
let follower: Follower | undefined

beforeAll(async () => {
  control = await createTestControlPlane({ migrations: [backupMigrations] })
})
afterAll(() => control.stop())
beforeEach(async () => {
  ref = generateRef()
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  dataDir = path.join(folder, ref)
  staging = path.join(dataDir, STAGED_WAL_FOLDER)
  await mkdir(staging, { recursive: true })
  isFailing = false
})
afterEach(async () => {
  await follower?.stop()
  await rm(folder, { recursive: true, force: true })
})

function follow(): void {
  const disk = createDiskStore(path.join(folder, 'store'))
  const store: ObjectStore = {
    ...disk,
    put: async (key, content) => {
      if (isFailing) throw storeUnavailable()
      return disk.put(key, content)
    },
  }
  follower = followCluster(
    {
      store,
      key: Buffer.alloc(32),
      records: control.database.as('supabase_admin'),
      retentionDays: async () => 7,
      clock: systemClock,
      log: silentLog,
    },
    {
      ref,
      dataDir,
      account: undefined,
      endpoint: { host: '/nowhere', port: 5432, database: 'postgres' },
      password: '',
    },
  )
}

const SEGMENT = Buffer.alloc(1024 * 1024)
const nameOf = (number: number) =>
  `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`
/** As Postgres does: a file gets its name when it is whole. */
async function stage(number: number, content = SEGMENT): Promise<void> {
  const unfinished = path.join(staging, `archtemp.${nameOf(number)}`)
  await writeFile(unfinished, content)
  await rename(unfinished, path.join(staging, nameOf(number)))
}

async function stored(): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, 'store'), { recursive: true }).catch(() => [])
  return names
    .map((name) => path.basename(name))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .toSorted()
}
const until = (numbers: readonly number[]) =>
  vi.waitFor(async () => expect(await stored()).toEqual(numbers.map(nameOf)), 10_000)

it('ships what waits at the start and what arrives later, in order', async () => {
  await stage(1)
  await stage(2)
  follow()
  await until([1, 2])
  await stage(3)
  await until([1, 2, 3])
  await follower?.stop()
  expect(await readdir(staging)).toEqual([])
  expect(await findRanges(control.database.as('supabase_admin'), ref)).toMatchObject([
    { first: 1, last: 3 },
  ])
})

it('keeps files while the store fails, and ships them when it works again', async () => {
  isFailing = true
  await stage(1)
  follow()
  await follower?.chain()
  await stage(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await readdir(staging)).toEqual([nameOf(1), nameOf(2)])
  isFailing = false
  await until([1, 2])
})

it('deletes WAL that would fill the disk, and records why moments are missing', async () => {
  isFailing = true
  const first = 16
  for (let number = first; number < first + 1024; number += 1) {
    await writeFile(path.join(staging, nameOf(number)), '')
    await truncate(path.join(staging, nameOf(number)), SEGMENT.length)
  }
  follow()
  await vi.waitFor(async () => expect(await readdir(staging)).toEqual([]), 10_000)
  const records = control.database.as('supabase_admin')
  await vi.waitFor(async () =>
    expect(await findChains(records, ref)).toMatchObject([
      { failure: expect.stringContaining('WAL had to be deleted') },
    ]),
  )
  expect(await stored()).toEqual([])
})

it('records a gap where a segment never came', async () => {
  await stage(1)
  await stage(3)
  follow()
  await until([1, 3])
  await follower?.stop()
  expect(await findRanges(control.database.as('supabase_admin'), ref)).toMatchObject([
    { first: 1, last: 1 },
    { first: 3, last: 3 },
  ])
})

it('begins another history for a data directory that was put back from a copy', async () => {
  await stage(1)
  follow()
  const first = await follower?.chain()
  await until([1])
  await follower?.stop()
  follow()
  expect(await follower?.chain()).toBe(first)
  await follower?.stop()
  await rm(dataDir, { recursive: true })
  await writeFile(path.join(folder, 'takes the number of the folder'), '')
  await mkdir(staging, { recursive: true })
  follow()
  expect(await follower?.chain()).not.toBe(first)
})

it('removes labels and ends of other timelines, and files with the size of no segment', async () => {
  await writeFile(path.join(staging, `${nameOf(1)}.00000028.backup`), 'label')
  await writeFile(path.join(staging, `${nameOf(1)}.partial`), SEGMENT)
  await stage(2, Buffer.alloc(1000))
  await stage(3)
  follow()
  await until([3])
  await vi.waitFor(async () => expect(await readdir(staging)).toEqual([]))
})

it('reads no links, and nothing with another name', async () => {
  await writeFile(path.join(folder, 'secret'), SEGMENT)
  await writeFile(path.join(folder, 'linked'), SEGMENT)
  await writeFile(path.join(staging, 'anything'), SEGMENT)
  await stage(1)
  follow()
  await until([1])
  await symlink(path.join(folder, 'secret'), path.join(staging, nameOf(2)))
  await follower?.stop()
  expect(await stored()).toEqual([nameOf(1)])
  await rm(path.join(staging, nameOf(2)))
  await link(path.join(folder, 'linked'), path.join(staging, nameOf(2)))
  follow()
  await follower?.chain()
  await follower?.stop()
  expect(await stored()).toEqual([nameOf(1)])
  expect((await readdir(staging)).toSorted()).toEqual([nameOf(2), 'anything'])
})

it('does not follow a link in the place of the folder', async () => {
  const elsewhere = path.join(folder, 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(path.join(elsewhere, nameOf(1)), SEGMENT)
  await rm(staging, { recursive: true })
  await symlink(elsewhere, staging)
  follow()
  await follower?.chain().catch(() => {})
  await follower?.stop()
  expect(await stored()).toEqual([])
  expect(await readdir(elsewhere)).toEqual([nameOf(1)])
})
