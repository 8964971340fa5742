import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createDiskGuard } from './disk-guard.ts'
import type { Protection } from './read-only.ts'

const MEGABYTE = 1024 * 1024

let projects: string
let free = 0
let at = 0
let limit = 0
let applied: Record<string, Protection | undefined> = {}

beforeEach(async () => {
  projects = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  free = 100_000 * MEGABYTE
  limit = 2 * MEGABYTE
  applied = {}
  for (const ref of ['large', 'small'])
    await mkdir(path.join(projects, ref, 'base'), { recursive: true })
})
afterEach(() => rm(projects, { recursive: true }))

const machine = (ref: string) => ({
  protectDisk: async (protection: Protection | undefined) => void (applied[ref] = protection),
})
const codes = () => ({
  large: applied['large']?.reason.code,
  small: applied['small']?.reason.code,
})

function start() {
  const guard = createDiskGuard({
    projects,
    freeBytes: async () => free,
    limitsOf: async () => new Map([['large', limit]]),
    clock: { now: () => new Date(at) },
    log: silentLog,
  })
  const running = new Map(['large', 'small'].map((ref) => [ref, machine(ref)]))
  return Object.assign(guard, {
    async tick() {
      at += 60_000
      await guard.check(running)
      return codes()
    },
  })
}
const fill = (ref: string, megabytes: number) =>
  writeFile(path.join(projects, ref, 'base', 'table'), Buffer.alloc(megabytes * MEGABYTE, 'x'))

it('makes a project read-only when it reaches its limit, until it is clearly below it', async () => {
  const guard = start()
  expect(await guard.tick()).toEqual({ large: undefined, small: undefined })
  await fill('large', 2)
  await fill('small', 2)
  expect(await guard.tick()).toEqual({ large: 'disk_limit_reached', small: undefined })
  expect(applied['large']).toMatchObject({
    reason: {
      status: 507,
      message: expect.stringContaining('2 MB'),
      hint: expect.stringContaining('begin read write'),
    },
  })
  await fill('large', 1)
  expect(await guard.tick()).toEqual({ large: undefined, small: undefined })
})

it('keeps the owner from connecting if they keep writing at the limit, until the limit is raised', async () => {
  const guard = start()
  await fill('large', 3)
  await guard.tick()
  expect(applied['large']?.closed).toMatchObject({
    code: 'disk_limit_exceeded',
    status: 507,
    hint: expect.stringMatching(/\.$/),
  })
  limit = 4 * MEGABYTE
  guard.limitChanged('large')
  expect(await guard.tick()).toEqual({ large: undefined, small: undefined })
})

it('protects a project again as soon as it starts, and leaves others alone', async () => {
  const guard = start()
  await fill('large', 3)
  await guard.tick()
  applied = {}
  await guard.admit('large', machine('large'))
  await guard.admit('small', machine('small'))
  expect(codes()).toEqual({ large: 'disk_limit_reached', small: undefined })
  expect(applied['large']?.closed).toBeDefined()
})

it('protects a starting project that an earlier server made read-only', async () => {
  await fill('large', 3)
  await writeFile(
    path.join(projects, 'large', 'postgresql.auto.conf'),
    "default_transaction_read_only = 'on'\n",
  )
  const guard = start()
  await guard.admit('large', machine('large'))
  expect(codes().large).toBe('disk_limit_reached')
})

it('makes a project whose files cannot be counted read-only, until they can be', async () => {
  const guard = start()
  const deep = path.join(projects, 'large', 'base')
  await mkdir(path.join(deep, ...Array.from({ length: 70 }, () => 'd')), { recursive: true })
  await fill('small', 1)
  expect(await guard.tick()).toEqual({ large: 'disk_use_unknown', small: undefined })
  expect(applied['large']?.closed).toBeUndefined()
  await rm(path.join(deep, 'd'), { recursive: true })
  expect(await guard.tick()).toEqual({ large: undefined, small: undefined })
})

it('reports what a project occupies, running or not', async () => {
  await fill('large', 3)
  const guard = start()
  expect(await guard.read('large')).toMatchObject({
    usedBytes: expect.any(Number),
    limitBytes: 2 * MEGABYTE,
    closedFromBytes: 2.5 * MEGABYTE,
    readOnlySince: undefined,
    cause: undefined,
    isClosed: false,
  })
  expect((await guard.read('large')).usedBytes).toBeGreaterThanOrEqual(3 * MEGABYTE)
})

it('makes every project read-only while the disk of the server is almost full', async () => {
  const guard = start()
  free = 511 * MEGABYTE
  expect(await guard.tick()).toEqual({ large: 'disk_full', small: 'disk_full' })
  expect(applied['small']?.closed).toBeUndefined()
  free = 600 * MEGABYTE
  expect(await guard.tick()).toEqual({ large: 'disk_full', small: 'disk_full' })
  free = 700 * MEGABYTE
  expect(await guard.tick()).toEqual({ large: undefined, small: undefined })
})

it('keeps every owner from connecting before the rest of the disk is used up', async () => {
  const guard = start()
  free = 127 * MEGABYTE
  await guard.tick()
  expect(applied['small']).toMatchObject({ reason: { code: 'disk_full' }, closed: { status: 507 } })
})
