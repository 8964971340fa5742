import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { silentLog } from '../../lib/log.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import type { BackupParts } from '../deps.ts'
import { backupMigrations } from '../index.ts'
import { manifestKey, segmentKey, tarKey } from '../keys.ts'
import { completeBackup, failBackup, findBackups, insertBackup } from '../records/base-backups.ts'
import { findChains, openChain, saveSegmentBytes } from '../records/chains.ts'
import { addSegment, findRanges } from '../records/wal-ranges.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { removeExpired } from './retention.ts'
import { isDue } from './schedule.ts'

const BYTES = 1024 * 1024
const START = Date.UTC(2026, 0, 1)
const day = (number: number) => new Date(START + number * 24 * 3600_000)

/** A store that remembers only its keys. */
function createKeyStore(): ObjectStore & { readonly keys: Set<string> } {
  const keys = new Set<string>()
  return {
    keys,
    async put(key) {
      keys.add(key)
      return 0
    },
    get: () => Promise.reject(new Error('Nothing is read')),
    has: async (key) => keys.has(key),
    async *list(prefix) {
      for (const key of keys) if (key.startsWith(prefix)) yield { key, bytes: 0 }
    },
    async remove(key) {
      keys.delete(key)
    },
  }
}

let control: TestControlPlane
let parts: BackupParts & { store: ReturnType<typeof createKeyStore> }
let today = day(0)
let ref: string

beforeAll(async () => {
  control = await createTestControlPlane({ migrations: [backupMigrations] })
})
afterAll(() => control.stop())
beforeEach(async () => {
  ref = generateRef()
  today = day(0)
  parts = {
    store: createKeyStore(),
    key: Buffer.alloc(32),
    records: control.database.as('supabase_admin'),
    retentionDays: async () => 7,
    clock: { now: () => today },
    log: silentLog,
  }
  await open('chain')
})

const nameOf = (chain: string) => `${ref}-${chain}`

async function open(chain: string): Promise<void> {
  await openChain(parts.records, { id: nameOf(chain), ref, identity: chain, at: today })
  await saveSegmentBytes(parts.records, nameOf(chain), BYTES)
}

async function ship(number: number, chain = 'chain'): Promise<void> {
  const segment = { timeline: 1, number }
  await addSegment(parts.records, nameOf(chain), { ...segment, lastCommitAt: today })
  parts.store.keys.add(segmentKey(ref, nameOf(chain), { ...segment, segmentBytes: BYTES }))
}

/** A complete backup that needs one segment. */
async function take(id: string, number: number, chain = 'chain'): Promise<void> {
  const own = `${ref}-${id}`
  await insertBackup(parts.records, { id: own, ref, chain: nameOf(chain), name: null, at: today })
  await ship(number, chain)
  await completeBackup(parts.records, {
    id: own,
    at: today,
    bytes: 1,
    timeline: 1,
    firstSegment: number,
    lastSegment: number,
  })
  parts.store.keys.add(tarKey(ref, nameOf(chain), own))
  parts.store.keys.add(manifestKey(ref, nameOf(chain), own))
}

const kept = async () =>
  (await findBackups(parts.records, ref)).map(({ id }) => id.slice(ref.length + 1))
const segments = () =>
  [...parts.store.keys]
    .filter((key) => key.includes('/wal/'))
    .map((key) => Number.parseInt(key.slice(-4), 16))
    .toSorted((one, other) => one - other)

describe('the retention', () => {
  it('keeps the days, the backup before them, and its WAL', async () => {
    for (let number = 0; number < 12; number += 1) {
      today = day(number)
      await take(`b${number}`, number * 2)
      await ship(number * 2 + 1)
    }
    parts.store.keys.add(tarKey(ref, nameOf('chain'), 'left-by-a-kill'))
    await removeExpired(parts, ref)
    // The cutoff is the backup of day 4; the moments before the next one need it.
    expect(await kept()).toEqual(['b11', 'b10', 'b9', 'b8', 'b7', 'b6', 'b5', 'b4', 'b3'])
    expect(segments()[0]).toBe(6)
    expect(segments().at(-1)).toBe(23)
    expect(await findRanges(parts.records, ref)).toMatchObject([{ first: 6, last: 23 }])
    expect([...parts.store.keys].filter((key) => key.includes('/base/')).length).toBe(18)
  })

  it('keeps the two newest backups, however old they are', async () => {
    for (const number of [0, 1, 2]) {
      today = day(number)
      await take(`b${number}`, number)
    }
    today = day(300)
    await removeExpired(parts, ref)
    expect(await kept()).toEqual(['b2', 'b1'])
  })

  it('removes nothing that a backup which is being made could need', async () => {
    await ship(1)
    await insertBackup(parts.records, {
      id: `${ref}-running`,
      ref,
      chain: nameOf('chain'),
      name: null,
      at: today,
    })
    parts.store.keys.add(tarKey(ref, nameOf('chain'), `${ref}-running`))
    const before = [...parts.store.keys]
    await removeExpired(parts, ref)
    expect([...parts.store.keys]).toEqual(before)
  })

  it('removes the WAL and the record of a former data directory without backups', async () => {
    await ship(1)
    today = day(1)
    await open('next')
    await take('b', 5, 'next')
    await removeExpired(parts, ref)
    expect(segments()).toEqual([5])
    expect(await findChains(parts.records, ref)).toMatchObject([{ id: nameOf('next') }])
  })
})

describe('a base backup is due', () => {
  const due = (since = -Infinity) =>
    isDue(parts, ref, { since, chain: async () => nameOf('chain') })

  it('for a project that has run for a while and has none', async () => {
    expect(await due(performance.now())).toBe(false)
    expect(await due()).toBe(true)
  })

  it('a day after the last one, if something was written since', async () => {
    await take('b', 1)
    expect(await due()).toBe(false)
    today = day(1)
    expect(await due()).toBe(false)
    await ship(2)
    expect(await due()).toBe(true)
  })

  it('at once if WAL is missing since the last one', async () => {
    await take('b', 1)
    await ship(3)
    expect(await due()).toBe(true)
  })

  it('an hour after a failure', async () => {
    const id = `${ref}-failed`
    await insertBackup(parts.records, { id, ref, chain: nameOf('chain'), name: null, at: today })
    await failBackup(parts.records, id, 'The store is full.')
    expect(await due()).toBe(false)
    today = new Date(today.getTime() + 3600_000)
    expect(await due()).toBe(true)
  })
})
