import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createFileLog } from './file-log.ts'

const Line = z.object({
  level: z.int(),
  time: z.iso.datetime(),
  msg: z.string(),
  at: z.int(),
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function linesOf(file: string) {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)))
}

it('writes every line in order when it is flushed', async () => {
  const file = path.join(folder, 'new', 'server.log')
  const log = createFileLog(file)
  for (let at = 0; at < 2000; at += 1) log.info({ at }, 'ünïcode')
  await log.flush()
  const lines = await linesOf(file)
  expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 2000 }, (_, at) => at))
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['ünïcode']))
})

it('writes a single line after a short delay, with its time and level', async () => {
  const file = path.join(folder, 'quiet.log')
  const log = createFileLog(file)
  const before = Date.now()
  log.warn({ at: 1 }, 'alone')
  await expect.poll(async () => (await linesOf(file)).length).toBe(1)
  const [line] = await linesOf(file)
  expect(line).toMatchObject({ level: 40, msg: 'alone', at: 1 })
  expect(Date.parse(line?.time ?? '')).toBeGreaterThanOrEqual(before)
})

const FULL_DISK = '/dev/full'

it.runIf(existsSync(FULL_DISK))(
  'continues when the disk is full, and reports it once',
  async () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => told.mockRestore())
    const log = createFileLog(FULL_DISK)
    for (let at = 0; at < 200; at += 1) log.info({ at }, 'x'.repeat(100))
    await log.flush()
    log.info({}, 'later')
    await log.flush()
    expect(told.mock.calls).toEqual([[expect.stringContaining('ENOSPC')]])
  },
)
