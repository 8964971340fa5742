import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { Machine } from '../machine/machine.ts'
import { createPasswords } from '../machine/passwords.ts'
import type { InstanceRow } from '../records/queries.ts'
import { copySource } from './copy-source.ts'

let folder: string
let dataDir: string
let target: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stoa-source-'))
  dataDir = path.join(folder, 'data')
  target = path.join(folder, 'copy')
  fs.mkdirSync(path.join(dataDir, 'pg_replslot', 'own'), { recursive: true })
  fs.mkdirSync(path.join(dataDir, 'pg_wal', 'archive_status'), { recursive: true })
  for (const name of ['PG_VERSION', 'pg_replslot/own/state', 'pg_wal/1', 'pg_wal/archive_status/1'])
    fs.writeFileSync(path.join(dataDir, name), name)
})
afterEach(() => remove(folder))

const instance: InstanceRow = {
  ref: 'source',
  status: 'ACTIVE_HEALTHY',
  compute: 'sleeping',
  failure: null,
  engine_version: '18.4',
  release: 'release',
  origin: null,
  compute_size: null,
  created_at: new Date(0),
  last_active_at: new Date(0),
  reset_at: null,
}

/** Copies a source that is never awake. */
const copyStopped = (
  whileStopped: Machine['whileStopped'],
  { source = instance, copyFiles = async () => {} } = {},
) =>
  copySource(
    {
      instances: { find: async () => source },
      machines: () => ({ of: () => ({ hold: () => undefined, release() {}, whileStopped }) }),
      lastRun: async () => {},
      passwords: createPasswords(Buffer.alloc(32)),
    },
    {
      ref: 'source',
      dataDir,
      target,
      account: undefined,
      copyFiles,
      signal: new AbortController().signal,
    },
  )

const run: Machine['whileStopped'] = async (work) => {
  await work(new AbortController().signal)
  return true
}

it('copies the WAL of a stopped cluster, but none of its slots', async () => {
  await copyStopped(run)
  const names = fs.readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted()
  expect(names).toEqual([
    'PG_VERSION',
    'pg_replslot',
    'pg_wal',
    'pg_wal/1',
    'pg_wal/archive_status',
  ])
})

it('begins again after it gave way to a start', async () => {
  let attempts = 0
  await copyStopped(async (work) => {
    attempts += 1
    if (attempts > 2) return run(work)
    // The machine runs, or is started.
    if (attempts === 1) return false
    fs.mkdirSync(target)
    fs.writeFileSync(path.join(target, 'deleted since'), '')
    await work(AbortSignal.abort())
    return true
  })
  expect(attempts).toBe(3)
  expect(fs.existsSync(path.join(target, 'deleted since'))).toBe(false)
})

it.each([
  [{ status: 'GOING_DOWN' }, 'origin_gone'],
  [{ status: 'RESTORING' }, 'origin_not_ready'],
  [{ status: 'COMING_UP', engine_version: null }, 'origin_not_ready'],
] as const)('refuses a source that is %j', async (state, code) => {
  const source = { ...instance, ...state }
  await expect(copyStopped(run, { source })).rejects.toMatchObject({ code })
  expect(fs.existsSync(target)).toBe(false)
})

it('refuses links, which could lead out of the data directory', async () => {
  fs.symlinkSync(folder, path.join(dataDir, 'pg_tblspc'))
  await expect(copyStopped(run)).rejects.toMatchObject({ code: 'data_not_copyable' })
})
