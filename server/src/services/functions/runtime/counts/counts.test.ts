import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFunctionCounts } from './counts.ts'
import { emptyMinute, MINUTE_MS, roundDuration } from './minute.ts'

const HOUR_MS = 60 * MINUTE_MS
const START = Date.parse('2026-01-01T00:00:00.000Z')
let folder: string

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'stoa-counts-')), 'one')
})
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }))

const request = (durationMs: number, status = 200) => ({
  request: { status, durationMs },
})
const measured = (cpuMs: number, memoryBytes: number) => ({
  cpuMs,
  peakCpuMs: cpuMs,
  measurements: 1,
  memoryBytes,
  peakMemoryBytes: memoryBytes,
})
const minuteOf = (at: number) => at / MINUTE_MS

it('keeps the counters of each minute, also for a server that starts later', async () => {
  const counts = createFunctionCounts()
  counts.add(folder, START, { isColdStart: true, usage: { cpuMs: 40, memoryBytes: 6e7 } })
  counts.add(folder, START + 1000, request(12))
  await counts.flush()
  counts.add(folder, START + 2000, request(12, 500))
  counts.add(folder, START + MINUTE_MS, { usage: { cpuMs: 5, memoryBytes: 5e7 }, ...request(3) })
  await counts.flush()
  const later = createFunctionCounts()
  expect(await later.read(folder, minuteOf(START))).toEqual([
    {
      ...emptyMinute(minuteOf(START)),
      ...measured(40, 6e7),
      requests: 2,
      errors: 1,
      coldStarts: 1,
      durations: { 12: 2 },
    },
    {
      ...emptyMinute(minuteOf(START) + 1),
      ...measured(5, 5e7),
      requests: 1,
      durations: { 3: 1 },
    },
  ])
  later.add(folder, START + MINUTE_MS, request(3))
  // Counts that are not written yet are included.
  expect(await later.read(folder, minuteOf(START) + 1)).toMatchObject([{ requests: 2 }])
})

it('keeps one line for each minute of an hour that is over, and a day of hours', async () => {
  const counts = createFunctionCounts()
  for (let hour = 0; hour < 30; hour += 1) {
    for (let time = 0; time < 3; time += 1) {
      counts.add(folder, START + hour * HOUR_MS, request(1))
      await counts.flush()
    }
  }
  const files = (await readdir(folder)).toSorted()
  expect(files).toHaveLength(25)
  const lines = await Promise.all(
    files.map(async (name) => (await readFile(path.join(folder, name), 'utf8')).split('\n').length),
  )
  expect(new Set(lines.slice(0, -1))).toEqual(new Set([2]))
  const minutes = await counts.read(folder, minuteOf(START + 6 * HOUR_MS))
  expect(minutes.map(({ requests }) => requests)).toEqual(Array.from({ length: 24 }, () => 3))
})

it('counts statuses by class and lines by level, and reads what an earlier release has written', async () => {
  const counts = createFunctionCounts()
  for (const status of [101, 200, 302, 404, 499, 503]) counts.add(folder, START, request(1, status))
  for (const level of ['info', 'info', 'error']) counts.add(folder, START, { level })
  await counts.flush()
  const [name = ''] = await readdir(folder)
  const earlier = {
    requests: 2,
    errors: 1,
    coldStarts: 0,
    cpuMs: 0,
    peakMemoryBytes: null,
  }
  await appendFile(
    path.join(folder, name),
    `\n${JSON.stringify({ minute: minuteOf(START), ...earlier, durations: { 1: 2 } })}`,
  )
  expect(await counts.read(folder, 0)).toMatchObject([
    {
      requests: 8,
      redirects: 1,
      clientErrors: 2,
      errors: 2,
      lines: { info: 2, error: 1 },
    },
  ])
})

it('ignores a line that a crash left incomplete', async () => {
  const counts = createFunctionCounts()
  counts.add(folder, START, request(1))
  await counts.flush()
  const [name = ''] = await readdir(folder)
  await appendFile(path.join(folder, name), '\n{"minute":294')
  counts.add(folder, START, request(1))
  expect(await counts.read(folder, 0)).toMatchObject([{ requests: 2 }])
})

it('writes nothing for a deleted function', async () => {
  const counts = createFunctionCounts()
  counts.add(folder, START, request(1))
  await counts.forget(folder)
  await counts.flush()
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})

it.each([
  [0, 0],
  [99, 99],
  [104, 100],
  [996, 1000],
  [1249, 1200],
  [149_000, 150_000],
])('counts %s ms as %s ms', (ms, rounded) => {
  expect(roundDuration(ms)).toBe(rounded)
})
