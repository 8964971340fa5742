import { execFile } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from './clock.ts'
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

it('writes texts, numbers and booleans in the same form at every level', async () => {
  const file = path.join(folder, 'forms.log')
  const log = createFileLog(file)
  const fields = { text: 'a "b" \n\u2028 ü \ud800', at: -7, is: true, none: undefined }
  const others = { ratio: 0.5, list: ['x'], empty: null }
  for (const each of [fields, { ...fields, ...others }]) {
    log.info(each, 'a "message"')
    log.warn(each, 'a "message"')
  }
  await log.flush()
  const text = await readFile(file, 'utf8')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\{"level":\d+,"time":"[^"]+"/, ''))
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe(lines[1])
  expect(lines[2]).toBe(lines[3])
})

async function logsIn(place: string): Promise<string[]> {
  const names = await readdir(place)
  return names.sort().map((name) => path.join(place, name))
}

it('begins a new file when one is full, and deletes the oldest', async () => {
  const place = path.join(folder, 'rotated')
  const log = createFileLog(path.join(place, 'server.log'), { maxBytes: 20_000, maxFiles: 3 })
  for (let at = 0; at < 2000; at += 1) {
    log.info({ at }, 'x'.repeat(50))
    if (at % 100 === 0) await log.flush()
  }
  await log.flush()
  const [current = '', ...older] = await logsIn(place)
  expect(path.basename(current)).toBe('server.log')
  expect(older).toHaveLength(2)
  const lines = (await Promise.all([...older, current].map(linesOf))).flat()
  const last = Array.from({ length: lines.length }, (_, at) => 2000 - lines.length + at)
  expect(lines.map(({ at }) => at)).toEqual(last)
})

it('begins a new file when its own was removed', async () => {
  const file = path.join(folder, 'removed.log')
  const log = createFileLog(file)
  await rm(file)
  log.info({ at: 1 }, 'again')
  await log.flush()
  expect(await linesOf(file)).toMatchObject([{ at: 1 }])
})

it('loses no line when another process renames the full file first', async () => {
  const place = path.join(folder, 'raced')
  const file = path.join(place, 'server.log')
  const log = createFileLog(file, { maxBytes: 1000, maxFiles: 10 })
  log.info({ at: 0 }, 'x'.repeat(1000))
  await log.flush()
  let reads = 0
  const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => {
    reads += 1
    // The first reading is for the line, the second one for the name of the full file.
    if (reads === 2) renameSync(file, `${file}.of-another-process`)
    return new Date()
  })
  onTestFinished(() => clock.mockRestore())
  log.info({ at: 1 }, 'after the rotation')
  await log.flush()
  expect(reads).toBe(2)
  const lines = (await Promise.all((await logsIn(place)).map(linesOf))).flat()
  expect(lines.map(({ at }) => at)).toEqual([1, 0])
})

it('loses and splits no line while several processes write and rotate', async () => {
  const place = path.join(folder, 'shared')
  const file = path.join(place, 'server.log')
  const program = `
    const { createFileLog } = await import(${JSON.stringify(new URL('file-log.ts', import.meta.url).href)})
    const log = createFileLog(${JSON.stringify(file)}, { maxBytes: 50_000, maxFiles: 1000 })
    const first = Number(process.argv[1])
    for (let at = first; at < first + 3000; at += 1) {
      log.info({ at }, 'x'.repeat(at % 200))
      if (at % 50 === 0) await new Promise(setImmediate)
    }
    await log.flush()
  `
  const write = (first: number) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, String(first)])
  await Promise.all([write(0), write(3000)])
  const files = await logsIn(place)
  expect(files.length).toBeGreaterThan(10)
  const lines = (await Promise.all(files.map(linesOf))).flat()
  const all = Array.from({ length: 6000 }, (_, at) => at)
  expect(lines.map(({ at }) => at).sort((one, other) => one - other)).toEqual(all)
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
