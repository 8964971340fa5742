import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUsage } from './usage.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-usage-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const usageOf = (measure: () => Promise<number>) =>
  createUsage({ folder, limit: 1000, measure, onError: () => {} })

it('keeps the limit after a crash, before the content is measured', async () => {
  const stopped = usageOf(async () => 900)
  await stopped.measure()
  await stopped.close()
  await usageOf(async () => 0).open()
  // This one was not closed, as after a crash.
  const crashed = usageOf(() => new Promise(() => {}))
  await crashed.open()
  expect(crashed.bytes()).toBe(900)
  expect(() => crashed.add(200)).toThrow('limit')
})
