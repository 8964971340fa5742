import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { AppError } from '../../lib/errors.ts'
import { createDiskGuard } from './disk-guard.ts'

const MEGABYTE = 1024 * 1024

let projects: string
let free = 0
let at = 0
let reasons: Record<string, AppError | undefined> = {}

beforeEach(async () => {
  projects = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  free = 100_000 * MEGABYTE
  reasons = {}
  for (const ref of ['large', 'small'])
    await mkdir(path.join(projects, ref, 'base'), { recursive: true })
})
afterEach(() => rm(projects, { recursive: true }))

function start() {
  const guard = createDiskGuard({
    projects,
    freeBytes: async () => free,
    limitsOf: async () => new Map([['large', 2 * MEGABYTE]]),
    clock: { now: () => new Date(at) },
    log: silentLog,
  })
  const running = new Map(
    ['large', 'small'].map((ref) => [
      ref,
      { protectDisk: async (reason: AppError | undefined) => void (reasons[ref] = reason) },
    ]),
  )
  return async () => {
    at += 60_000
    await guard.check(running)
    return { large: reasons['large']?.code, small: reasons['small']?.code }
  }
}
const fill = (ref: string, megabytes: number) =>
  writeFile(path.join(projects, ref, 'base', 'table'), Buffer.alloc(megabytes * MEGABYTE, 'x'))

it('makes a project read-only that has reached its limit, until it is clearly below it', async () => {
  const check = start()
  expect(await check()).toEqual({ large: undefined, small: undefined })
  await fill('large', 2)
  await fill('small', 2)
  expect(await check()).toEqual({ large: 'disk_limit_reached', small: undefined })
  expect(reasons['large']).toMatchObject({
    status: 507,
    message: expect.stringContaining('2 MB'),
    hint: expect.stringContaining('begin read write'),
  })
  await fill('large', 1)
  expect(await check()).toEqual({ large: undefined, small: undefined })
})

it('makes every project read-only while the disk of the server is almost full', async () => {
  const check = start()
  free = 511 * MEGABYTE
  expect(await check()).toEqual({ large: 'disk_full', small: 'disk_full' })
  free = 600 * MEGABYTE
  expect(await check()).toEqual({ large: 'disk_full', small: 'disk_full' })
  free = 700 * MEGABYTE
  expect(await check()).toEqual({ large: undefined, small: undefined })
})
