import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseInThread } from './parse-in-thread.ts'

const BLOCKS = 200
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('frees the pieces of a large file', async () => {
  const file = path.join(folder, 'large.csv')
  const handle = await open(file, 'w')
  await handle.write('id,name\n')
  for (let block = 0; block < BLOCKS; block += 1)
    await handle.write(`${block},${'x'.repeat(980)}\n`.repeat(1000))
  await handle.close()
  const format = { kind: 'csv' as const, has_header: true, delimiter: ',' as const, null_text: '' }
  const columns = ['id', 'name'].map((source) => ({ source, type: 'text' as const }))
  const work = { kind: 'load' as const, columns, skipsBadRows: false }
  const { signal } = new AbortController()
  let rows = 0
  let mostBytes = 0
  for await (const one of parseInThread({ path: file, format, work }, signal)) {
    if (one.kind === 'piece') ({ rows } = one)
    mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers)
  }
  expect(rows).toBe(BLOCKS * 1000)
  // All pieces together have 200 MB.
  expect(mostBytes / 1024 / 1024).toBeLessThan(120)
}, 120_000)
