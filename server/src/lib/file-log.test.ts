import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('keeps every line in the order it was told, once it is flushed', async () => {
  const file = path.join(folder, 'new', 'server.log')
  const log = createFileLog(file)
  for (let at = 0; at < 2000; at += 1) log.info({ at }, 'ünïcode')
  log.flush()
  const lines = await linesOf(file)
  expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 2000 }, (_, at) => at))
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['ünïcode']))
})

it('writes a line that nobody follows up by itself, with its time and its level', async () => {
  const file = path.join(folder, 'quiet.log')
  const log = createFileLog(file)
  const before = Date.now()
  log.warn({ at: 1 }, 'alone')
  await expect.poll(async () => (await linesOf(file)).length).toBe(1)
  const [line] = await linesOf(file)
  expect(line).toMatchObject({ level: 40, msg: 'alone', at: 1 })
  expect(Date.parse(line?.time ?? '')).toBeGreaterThanOrEqual(before)
})
